// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import AgentMedia
import EventLoop
import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore

/// The copies of attachments go with the last thing that names them.
extension Inbox {
    /// What may have been the end of a request.
    private static let endings: Set<EventRecord.Kind> = [
        .answered, .acknowledged, .dismissed, .expired, .gone, .missed, .removed, .replaced, .command, .dropped,
    ]

    /// Begins to count the copies that there are: before anybody can add a request.
    package func count(_ leftovers: [String]) {
        guard !leftovers.isEmpty else { return }
        counting = Task { [attachments] in
            await withTaskExecutorPreference(EventLoop.worker) { await attachments.count(leftovers) }
        }
    }

    /// Removes the copies that only these had.
    func sweepAttachments(after events: [EventRecord]) {
        let ended = events.filter { Self.endings.contains($0.kind) }
        sweepAttachments(of: ended.map { ($0.app, $0.identifier) })
    }

    /// Removes those copies of these requests that nothing in the store names any more.
    func sweepAttachments(of requests: [(app: String, identifier: String)]) {
        var homes: [String] = []
        for (app, identifier) in requests {
            homes += attachments.homes(of: app, identifier)
            // A warning has the copies of what it warns of.
            if let end = identifier.lastIndex(of: "~") {
                homes += attachments.homes(of: app, String(identifier[..<end]))
            }
        }
        homes.removeAll { uncommittedFolders.contains($0) }
        guard !homes.isEmpty else { return }
        // On its own: nobody waits for it.
        Task { [homes] in await sweepAttachments(homes) }
    }

    /// Removes all copies that nothing in the store names any more, once a day.
    ///
    /// Those of what has ended stay as long as it can be put off, and go unnoticed; so does what was held back.
    package func sweepAttachments() async {
        let homes = await offLoop { [attachments] in attachments.homes() }
        await sweepAttachments(homes.filter { !uncommittedFolders.contains($0) })
    }

    /// Removes those of these folders that nothing in the store names.
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
