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

/// What comes after the moment: nagging, expiry, and the digests of what was missed or held back.
extension Scheduler {
    /// How long to wait, in seconds, between the digests of two applications: servers drop what comes in a heap.
    static let digestPause: TimeInterval = 2

    /// Shows again what nobody has reacted to, and takes away what nobody wants any more.
    func doLater() async throws {
        while true {
            let now = clock.now
            let (holding, timeZone) = (holding, clock.timeZone)
            let (count, outcomes) = try await store.doLater(at: now, limit: Self.batch) { app, level in
                holding.reason(app, level, at: now, in: timeZone) != nil
            }
            if count == 0 { return }
            CrashPoint.reached(.afterLaterCommit)
            for outcome in outcomes { await neighbours.later(outcome) }
            if count < Self.batch { return }
        }
    }

    /// Makes digests of what waits of these applications, in turn, and is not held back; one each, one after another.
    ///
    /// - Returns: When there is more to do; nil if nothing waits but what is held back.
    func gather(_ apps: [String]) async throws -> Date? {
        var again: Date?
        for app in apps.filter({ $0 > lastDigestedApplication }) + apps.filter({ $0 <= lastDigestedApplication }) {
            let now = clock.now
            let held = InterruptionLevel.allCases.filter { holding.reason(app, $0, at: now, in: clock.timeZone) != nil }
            // A pause may last for days, with much that waits: nothing is looked through meanwhile.
            if held.contains(.active) {
                guard try await store.holdsPressing(app: app, butOf: Set(held)) else { continue }
            }
            let floodDate = held.contains(.active) ? nil : pace.digestDate(of: app, at: now)
            let gathersFlood = floodDate.map { $0 <= now } ?? false
            guard nextDigest <= now || nextDigest > now + Self.digestPause else {
                again = [again, nextDigest].compactMap(\.self).min()
                break
            }
            let maker = DigestBuilder(timeZone: clock.timeZone, words: words)
            let awaited = await neighbours.awaited(app)
            let (occurrences, expired) = try await store.gather(
                app: app, at: now,
                .init(
                    floodIdentifier: DigestBuilder.floodIdentifier, gathersFlood: gathersFlood,
                    heldLevels: Set(held), isAwaited: { awaited.contains($0, $1) }, digest: maker.request))
            if gathersFlood { pace.hasGathered(app, at: now) }
            if !expired.isEmpty { await neighbours.expired(expired) }
            guard !occurrences.isEmpty else {
                if !gathersFlood { again = [again, floodDate].compactMap(\.self).min() }
                continue
            }
            CrashPoint.reached(.afterDigestCommit)
            nextDigest = now + Self.digestPause
            lastDigestedApplication = app
            await neighbours.present(occurrences)
            // There may be more of it that comes alone.
            again = nextDigest
        }
        return again
    }

    // MARK: - Pauses

    /// Holds back an application's notifications, or with "*" everybody's; nil is until ``resume(_:)``.
    package func pause(_ app: String, until: Date?) async throws {
        try await store.pause(app, until: until)
        holding.pauses[app] = until ?? .distantFuture
        ring()
    }

    /// Learns what is paused anew, and who asked to be critical, and looks what is due.
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

    /// An application has asked to be allowed something.
    package func note(_ asked: Authorization?, of app: String) {
        if let asked, asked.isDetermined { holding.asksForCritical[app] = asked.asksForCritical }
    }

    /// Lets them come again, what was held back as a digest; "*" ends every pause.
    package func resume(_ app: String) async throws {
        let apps = app == DeliveryHold.all ? Array(holding.pauses.keys) : [app]
        try await store.resume(apps)
        for app in apps { holding.pauses[app] = nil }
        ring()
    }

    /// The person has changed the quiet hours.
    package func use(_ configuration: Configuration) {
        holding.quiet = configuration.quiet
        holding.loudApps = configuration.loudApps
        floodGate.use(configuration)
        pace.seconds = configuration.flood.seconds
        holding.levels = configuration.levels
        ring()
    }

    /// Why a notification would be held back now; nil if it would not.
    package func holdingReason(_ app: String, _ level: InterruptionLevel) -> String? {
        holding.reason(app, level, at: clock.now, in: clock.timeZone)
    }

    /// The same, and `flood` for one that `isDueNow` and comes among too many.
    package func keepingReason(_ request: Request, of app: String, isDueNow: Bool) -> String? {
        if let reason = holdingReason(app, request.content.interruptionLevel) { return reason }
        guard isDueNow, !floodGate.admits(request, of: app, at: clock.now) else { return nil }
        return MissedRequest.floodReason
    }

    /// When the quiet hours end, or else begin; nil without any.
    package var quietEnd: Date? { holding.quietEnd(after: clock.now, in: clock.timeZone) }

    /// Forgets the pauses that are over.
    func endPauses() async throws {
        let now = clock.now
        let over = holding.pauses.filter { $0.value <= now }.map(\.key)
        // It holds nothing back any more; but it may be the clock that is wrong.
        guard !over.isEmpty, trust.isEarned(by: clock) else { return }
        try await store.resume(over)
        for app in over { holding.pauses[app] = nil }
    }
}
