// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentFiles
import AgentLog
import AgentMachine
package import AgentRules
package import FoundationEssentials
import Logging
package import NotificationModel
import NotificationStore

/// Handles nagging, expiry, pauses, and the digests of missed and held-back notifications.
extension Scheduler {
    /// Presents nagging notifications again that were not answered, and removes notifications that have expired.
    func doLater() async throws {
        while true {
            let now = clock.now
            let (holding, timeZone) = (holding, clock.timeZone)
            let (count, outcomes) = try await store.doLater(at: now, limit: Self.batch) { app, level in
                holding.reason(app, level, at: now, in: timeZone) != nil
            }
            if count == 0 { return }
            CrashPoint.reached(.afterLaterCommit)
            for outcome in outcomes { await dependencies.later(outcome) }
            if count < Self.batch { return }
        }
    }

    /// Makes one digest of each application's backlog, in turn; notifications still held back stay in the backlog.
    ///
    /// - Returns: The date at which this method is to be called again; nil if only held-back notifications wait.
    func deliverBacklogs(_ apps: [String]) async throws -> Date? {
        var again: Date?
        for app in pace.inTurn(apps) {
            let now = clock.now
            let held = InterruptionLevel.allCases.filter { holding.reason(app, $0, at: now, in: clock.timeZone) != nil }
            // A pause may last for days, with a long backlog, which is read only if a level is exempt from the pause.
            if held.contains(.active) {
                guard try await store.holdsPressing(app: app, butOf: Set(held)) else { continue }
            }
            let floodDate = held.contains(.active) ? nil : pace.digestDate(of: app, at: now)
            let includesFlood = floodDate.map { $0 <= now } ?? false
            if let next = pace.nextDigest(after: now) {
                again = [again, next].compactMap(\.self).min()
                break
            }
            let maker = DigestBuilder(timeZone: clock.timeZone, words: words)
            let awaited = await dependencies.awaited(app)
            let (occurrences, expired) = try await store.deliverBacklog(
                app: app, at: now,
                .init(
                    floodIdentifier: DigestBuilder.floodIdentifier, includesFlood: includesFlood,
                    heldLevels: Set(held), isAwaited: { awaited.contains($0, $1) }, digest: maker.request))
            if includesFlood { pace.hasDigestedFlood(app, at: now) }
            if !expired.isEmpty { await dependencies.expired(expired) }
            guard !occurrences.isEmpty else {
                if !includesFlood { again = [again, floodDate].compactMap(\.self).min() }
                continue
            }
            CrashPoint.reached(.afterDigestCommit)
            await dependencies.present(occurrences)
            // Requests of the backlog that the digest has left out are presented after a pause.
            again = pace.hasDigested(app, at: now)
        }
        return again
    }

    // MARK: - Pauses

    /// Holds back an application's notifications, or all with "*", until a date or, if it is nil, until ``resume(_:)``.
    package func pause(_ app: String, until: Date?) async throws {
        try await store.pause(app, until: until)
        holding.pauses[app] = until ?? .distantFuture
        ring()
    }

    /// Reads the pauses and authorizations again, and starts a round.
    package func readPauses() async {
        do {
            holding.pauses = try await store.pauses()
            try await readAuthorizations()
        } catch {
            logger.error("Could not read the pauses", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
        ring()
    }

    func readAuthorizations() async throws {
        let rows = try await store.authorizations().filter(\.asked.isDetermined)
        holding.asksForCritical = Dictionary(uniqueKeysWithValues: rows.map { ($0.app, $0.asked.asksForCritical) })
    }

    /// Notes whether an application has asked for critical notifications.
    package func note(_ asked: Authorization?, of app: String) {
        if let asked, asked.isDetermined { holding.asksForCritical[app] = asked.asksForCritical }
    }

    /// Ends an application's pause, or every pause with "*"; a digest lists what was held back.
    package func resume(_ app: String) async throws {
        let apps = app == DeliveryHold.all ? Array(holding.pauses.keys) : [app]
        try await store.resume(apps)
        for app in apps { holding.pauses[app] = nil }
        ring()
    }

    /// Applies the configuration's quiet hours, levels and flood limits.
    package func use(_ configuration: Configuration) {
        holding.quiet = configuration.quiet
        holding.loudApps = configuration.loudApps
        floodGate.use(configuration)
        pace.seconds = configuration.flood.seconds
        holding.levels = configuration.levels
        ring()
    }

    /// Returns the reason why a notification would be held back now; nil if the notification would be presented.
    package func holdingReason(_ app: String, _ level: InterruptionLevel) -> String? {
        holding.reason(app, level, at: clock.now, in: clock.timeZone)
    }

    /// Returns the reason to hold a request back, `flood` if it `isDueNow` and exceeds the rate limit; or nil.
    package func keepingReason(_ request: Request, of app: String, isDueNow: Bool) -> String? {
        if let reason = holdingReason(app, request.content.interruptionLevel) { return reason }
        guard isDueNow, !floodGate.admits(request, of: app, at: clock.now) else { return nil }
        return MissedRequest.floodReason
    }

    /// The date at which the present quiet hours end, or at which the next ones begin; nil without quiet hours.
    package var quietEnd: Date? { holding.quietEnd(after: clock.now, in: clock.timeZone) }

    /// Ends the pauses whose date has passed.
    func endPauses() async throws {
        let now = clock.now
        let over = holding.pauses.filter { $0.value <= now }.map(\.key)
        // A pause that is over holds nothing back; it is deleted only once the clock is known to be right.
        guard !over.isEmpty, trust.isEarned(by: clock) else { return }
        try await store.resume(over)
        for app in over { holding.pauses[app] = nil }
    }
}
