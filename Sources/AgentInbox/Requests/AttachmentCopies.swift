// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
package import AgentMedia
package import EventLoop
import Logging
package import NotificationModel
import NotificationStore

/// Copies the attachments of requests, and removes the copies together with the last record that names them.
package actor AttachmentCopies: LoopActor {
    package nonisolated let loop: EventLoop

    package nonisolated let files: AttachmentStore
    private let store: NotificationStore
    private let logger: Logger
    /// Folders with the attachments of requests that are not stored yet; no sweep removes these folders.
    private var uncommitted: Set<String> = []
    /// Task that counts the copies that existed when the agent started; no attachment is accepted before the task ends.
    private var counting: Task<Void, Never>?

    init(in folder: String, store: NotificationStore, loop: EventLoop, logger: Logger) {
        files = AttachmentStore(folder: folder)
        self.store = store
        self.loop = loop
        self.logger = logger
    }

    /// Kinds of events that may end a request.
    private static let endings: Set<EventRecord.Kind> = [
        .answered, .acknowledged, .dismissed, .expired, .gone, .missed, .removed, .replaced, .command, .dropped,
    ]

    /// Begins to count the existing copies of attachments, before any request can be added.
    package func count(_ leftovers: [String]) {
        guard !leftovers.isEmpty else { return }
        // Why: this is a task of its own, because only calls with files wait for its end, in ``finishCounting()``.
        counting = Task { [files] in
            await withTaskExecutorPreference(EventLoop.worker) { await files.count(leftovers) }
        }
    }

    /// Waits until the copies of attachments that existed when the agent started are counted.
    func finishCounting() async { await counting?.value }

    /// Protects a folder of attachments from sweeping until the attachments' request is stored or refused.
    func protect(_ home: String) { uncommitted.insert(home) }

    /// Lets sweeps remove these folders of attachments again, because their requests are stored or refused.
    package func unprotect(_ homes: some Sequence<String>) { uncommitted.subtract(homes) }

    /// Copies a request's attachments into a new folder, which is protected until the request is stored.
    ///
    /// - Returns: The request with the copies' paths, and the folder.
    /// - Throws: ``NotificationModel/Refusal`` of an attachment; the folder is not protected then.
    package func keep(
        _ request: Request, of app: String, atMost limit: Int
    ) async throws -> (request: Request, home: String) {
        await finishCounting()
        let home = files.newHome(of: app, request.identifier)
        protect(home)
        do {
            let kept = try await withTaskExecutorPreference(EventLoop.worker) { [files] in
                try await files.keep(request, of: app, in: home, atMost: limit)
            }
            return (kept, home)
        } catch {
            uncommitted.remove(home)
            throw error
        }
    }

    /// Removes the copied attachments of the requests that these events ended, unless another record names the copies.
    package func sweep(after events: [EventRecord]) {
        let ended = events.filter { Self.endings.contains($0.kind) }
        sweep(of: ended.map { ($0.app, $0.identifier) })
    }

    /// Removes the copied attachments of these requests, unless a record in the store still names the copies.
    package func sweep(of requests: [(app: String, identifier: String)]) {
        let homes = requests.flatMap { app, identifier in
            // An early warning, whose identifier has a tilde, uses the copied files of the request that it warns of.
            let warned = identifier.lastIndex(of: "~").map { files.homes(of: app, String(identifier[..<$0])) }
            return files.homes(of: app, identifier) + (warned ?? [])
        }.filter { !uncommitted.contains($0) }
        guard !homes.isEmpty else { return }
        // Why: this is a task of its own, because no caller waits until the folders are removed.
        Task { await sweep(homes) }
    }

    /// Removes all copies of attachments that no record in the store names any more; called once a day.
    ///
    /// A request that has ended keeps its copies while it can be snoozed. No event tells when it can no longer be
    /// snoozed, nor when a held-back request has become part of a digest.
    package func sweep() async {
        let homes = await offLoop { [files] in files.homes() }
        await sweep(homes.filter { !uncommitted.contains($0) })
    }

    /// Removes the given folders of attachments, except the folders that a record in the store names.
    package func sweep(_ homes: [String]) async {
        do {
            try await files.sweep(homes) { [store] app, identifier, name in
                try await store.names(name, app: app, identifier: identifier)
            }
        } catch {
            logger.warning("Could not sweep the attachments", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
    }
}
