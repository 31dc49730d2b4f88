// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel
import NotificationStore

/// `Repost`.
extension Inbox {
    /// Shows these again, or for none all that is delivered, the newest few of it; returns those, the oldest first.
    ///
    /// - Throws: ``NotificationModel/Refusal`` for one that is not delivered: nothing is shown again then.
    func repost(_ identifiers: [String], of app: String, for sender: String) async throws -> [String] {
        let (app, _) = try await application(app, for: sender)
        guard configuration.allows(app) else {
            throw Refusal.notAuthorized("\(app) may not notify: config.toml says no")
        }
        let burst = configuration.burst(of: app)
        let (names, reposted) = try await store.repost(
            app: app, identifiers: identifiers.isEmpty ? nil : identifiers, limit: burst == 0 ? .max : burst,
            at: clock.now)
        // On its own: the caller has its reply before the desktop is asked.
        Task { [desktop] in await desktop.repost(reposted) }
        return names
    }
}
