// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentDesktop
import AgentMachine
import AgentRules
import AgentSchedule
import NotificationModel
import NotificationStore
import Triggers

/// The call `Repost`.
extension Inbox {
    /// Presents the named notifications again, or for none the newest delivered ones; returns them, oldest first.
    ///
    /// The rate limit applies. A sandboxed program's come without a sound, and not in a pause or the quiet hours.
    ///
    /// - Throws: ``NotificationModel/Refusal`` for one that is not delivered; nothing is presented then.
    func repost(_ identifiers: [String], of app: String, for sender: String) async throws -> [String] {
        let (app, caller) = try await application(app, for: sender)
        guard configuration.allows(app) else {
            throw Refusal.notAuthorized("\(app) may not notify: config.toml says no")
        }
        // A host program acts for the person; a sandboxed one must not get round the person's pause.
        if caller.isSandboxed, await scheduler.holdingReason(app, .active) != nil { return [] }
        let burst = configuration.burst(of: app)
        let (names, reposted) = try await store.repost(
            app: app, identifiers: identifiers.isEmpty ? nil : identifiers, limit: burst == 0 ? .max : burst,
            admits: { [gate = scheduler.floodGate, clock] in gate.admits($0, of: app, at: clock.now) }, at: clock.now)
        // Runs in a task of its own: the caller gets its reply before the desktop is asked.
        Task { [desktop] in await desktop.repost(reposted, isSilent: caller.isSandboxed) }
        return names
    }
}
