// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentDesktop
import AgentFiles
import AgentInterface
import AgentMachine
package import AgentPush
import AgentRules
import AgentSchedule
import FoundationEssentials
package import NotificationModel
import NotificationStore
import Triggers

/// Receives remote notifications: they are stored like local requests, with the rights of a sandboxed application.
extension RequestIntake {
    /// Shows a notification in Belfry's own name, unless this or an earlier agent showed a notification of this `name`.
    package func sayOnce(_ request: Request, name: String) async throws {
        var arrival = RemoteArrival(app: AgentNames.desktopEntry, message: name, date: clock.now)
        let addition = Addition(
            app: arrival.app, request: request, due: .now, addedAt: arrival.date,
            reading: LocalTime(arrival.date, in: clock.timeZone))
        arrival.addition = addition
        guard case .stored(let added?) = try await store.receive(arrival) else { return }
        present(await noteAdded([addition], [added]))
    }

    /// Longest time for a notification server to start for a push that must be presented at once or not at all. The
    /// distributor's other messages wait until this push is answered.
    private static let startingTime = Duration.seconds(2)

    /// Stores a push, and presents its notification by the rules for local notifications.
    ///
    /// - Returns: Whether the push was taken, or the reason for which it was dropped. A repeated push counts as taken,
    ///   because it is stored already.
    /// - Throws: ``NotificationStore/StoreError``, after which the push must be sent again.
    package func receive(_ push: RemotePush) async throws -> PushOutcome {
        let configuration = await authorizations.configuration
        guard configuration.allows(push.app) else { return .dropped(.denied) }
        // A repeated push does not count towards the limits on new notifications.
        guard try await !store.hasReceived(push.message, of: push.app) else { return .taken }
        var arrival = RemoteArrival(app: push.app, message: push.message, date: clock.now)
        arrival.wake = push.wake
        if var request = push.request {
            // Whoever knows the push subscription can notify, so critical notifications need an explicit permission.
            let levels = configuration.levels.permission(of: push.app, isSandboxed: true)
            request.content = levels.permitted(request.content)
            let held = await scheduler.keepingReason(request, of: push.app, isDueNow: true)
            if push.isForNow {
                let hasServer = await desktop.serverOrStarted(within: Self.startingTime) != nil
                guard held == nil, hasServer else { return .dropped(.expired) }
            }
            arrival.addition = Addition(
                app: push.app, request: request, due: .now, addedAt: arrival.date,
                reading: LocalTime(arrival.date, in: clock.timeZone), fate: held.map { .keep(reason: $0) } ?? .show,
                quota: configuration.quota(of: push.app))
        }
        guard case .stored(let added) = try await store.receive(arrival) else { return .taken }
        CrashPoint.reached(.afterAddCommit)
        guard let addition = arrival.addition, let added else { return .taken }
        present(await noteAdded([addition], [added]))
        if case .failure = added { return .dropped(.tooMany) }
        return .taken
    }
}
