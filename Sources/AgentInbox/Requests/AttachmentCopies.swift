// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import AgentMedia
import EventLoop
import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore

/// Removal of attachments' copies, with the last record that names them.
extension Inbox {
    /// Events that may be the end of a request.
    private static let endings: Set<EventRecord.Kind> = [
        .answered, .acknowledged, .dismissed, .expired, .gone, .missed, .removed, .replaced, .command, .dropped,
    ]

    /// Begins to count the existing copies, before any request can be added.
    package func count(_ leftovers: [String]) {
        guard !leftovers.isEmpty else { return }
        counting = Task { [attachments] in
            await withTaskExecutorPreference(EventLoop.worker) { await attachments.count(leftovers) }
        }
    }

    /// Removes the copies that only the requests ended by these events had.
    func sweepAttachments(after events: [EventRecord]) {
        let ended = events.filter { Self.endings.contains($0.kind) }
        sweepAttachments(of: ended.map { ($0.app, $0.identifier) })
    }

    /// Removes the copies of these requests that nothing in the store names any more.
    func sweepAttachments(of requests: [(app: String, identifier: String)]) {
        var homes: [String] = []
        for (app, identifier) in requests {
            homes += attachments.homes(of: app, identifier)
            // An early warning names the copies of its request.
            if let end = identifier.lastIndex(of: "~") {
                homes += attachments.homes(of: app, String(identifier[..<end]))
            }
        }
        homes.removeAll { uncommittedFolders.contains($0) }
        guard !homes.isEmpty else { return }
        // Runs in a task of its own, because nobody waits for it.
        Task { [homes] in await sweepAttachments(homes) }
    }

    /// Removes all copies that nothing in the store names any more; called once a day.
    ///
    /// A request that has ended keeps its copies while it can be snoozed. No event tells when that time is over, nor
    /// when a held-back request is dropped.
    package func sweepAttachments() async {
        let homes = await offLoop { [attachments] in attachments.homes() }
        await sweepAttachments(homes.filter { !uncommittedFolders.contains($0) })
    }

    /// Removes the folders that nothing in the store names.
    package func sweepAttachments(_ homes: [String]) async {
        do {
            try await attachments.sweep(homes) { [store] app, identifier, name in
                try await store.names(name, app: app, identifier: identifier)
            }
        } catch {
            logger.warning("Could not sweep the attachments", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
    }
}
