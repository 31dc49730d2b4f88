// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentDesktop
package import AgentInterface
import AgentLog
import AgentMachine
import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore

/// Withdrawal of questions whose caller has left the bus without detaching, as a killed `ask` does.
extension Inbox {
    /// Removes the requests that the caller waits for; a newer request with the same identifier stays.
    package func withdraw(_ app: String, _ options: AttachOptions) async {
        guard let identifiers = options.identifiers, let instances = options.instances else { return }
        do {
            let now = clock.now
            let pending = try await store.pending(app: app, identifiers: identifiers)
                .filter { instances.contains($0.request.instance) }.map(\.request.identifier)
            if !pending.isEmpty { _ = try await store.removePending(app: app, identifiers: pending, at: now) }
            // Requests held back by a pause or the quiet hours are removed like pending ones.
            let held = try await store.missed(app: app)
                .filter { $0.isWaiting && instances.contains($0.request.instance) }.map(\.request.identifier)
            if !held.isEmpty { _ = try await store.removePending(app: app, identifiers: held, at: now) }
            let shown = try await store.delivered(app: app, identifiers: identifiers)
                .filter { instances.contains($0.notification.request.instance) }
                .map(\.notification.request.identifier)
            if !shown.isEmpty {
                await desktop.remove(try await store.removeDelivered(app: app, identifiers: shown, at: now))
            }
        } catch {
            logger.error(
                "Could not withdraw a question",
                metadata: [LogKey.app: "\(app)", LogKey.error: "\(ErrorSummary(error))"])
        }
    }
}
