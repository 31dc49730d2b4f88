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

/// `Repost`.
extension Inbox {
    /// Shows these again, or for none all that is delivered, the newest few of it; returns those, the oldest first.
    ///
    /// None beyond a flood; for a sandboxed program none in a pause or the quiet hours, and none with a sound.
    ///
    /// - Throws: ``NotificationModel/Refusal`` for one that is not delivered: nothing is shown again then.
    func repost(_ identifiers: [String], of app: String, for sender: String) async throws -> [String] {
        let (app, caller) = try await application(app, for: sender)
        guard configuration.allows(app) else {
            throw Refusal.notAuthorized("\(app) may not notify: config.toml says no")
        }
        // A host program's is the person's own hand; another one is not to get round their pause.
        if caller.isSandboxed, await scheduler.holdingReason(app, .active) != nil { return [] }
        let burst = configuration.burst(of: app)
        let (names, reposted) = try await store.repost(
            app: app, identifiers: identifiers.isEmpty ? nil : identifiers, limit: burst == 0 ? .max : burst,
            admits: { [gate = scheduler.floodGate, clock] in gate.admits($0, of: app, at: clock.now) }, at: clock.now)
        // On its own: the caller has its reply before the desktop is asked.
        Task { [desktop] in await desktop.repost(reposted, isSilent: caller.isSandboxed) }
        return names
    }
}
