// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentDesktop
import AgentFiles
package import AgentInterface
import AgentLog
import AgentMachine
import AgentRules
import AgentSchedule
import DBus
import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore
import TimeExpressions
import Triggers

/// Changes to stored requests and delivered notifications: removal, snooze, pause, repeated presentation, withdrawal.
package struct RequestActions: Sendable {
    let store: NotificationStore
    let clock: any WallClock
    let logger: Logger
    let authorizations: Authorizations
    let scheduler: Scheduler
    let desktop: Desktop
    let signals: EventSignals

    /// Cancels pending requests; all of the application's if `identifiers` is nil. Returns the cancelled identifiers.
    func removePending(_ identifiers: [String]?, of app: String, undo: UndoKey? = nil) async throws -> [String] {
        let removed = try await store.removePending(app: app, identifiers: identifiers, undo: undo, at: clock.now)
        CrashPoint.reached(.afterRemovalCommit)
        return removed
    }

    /// Withdraws delivered notifications; all of `app`'s if `identifiers` is nil. Returns the withdrawn identifiers.
    func removeDelivered(_ identifiers: [String]?, of app: String, undo: UndoKey? = nil) async throws -> [String] {
        let removed = try await store.removeDelivered(app: app, identifiers: identifiers, undo: undo, at: clock.now)
        CrashPoint.reached(.afterRemovalCommit)
        await desktop.remove(removed)
        return removed.map(\.notification.request.identifier)
    }

    /// Shows a request again later, and returns the outcome.
    ///
    /// - Throws: ``NotificationModel/Refusal``; nothing is changed then.
    @discardableResult
    func snooze(
        _ identifier: String, seconds: Double, _ options: SnoozeOptions = .blank, undo: UndoKey? = nil, of app: String
    ) async throws -> SnoozeOutcome {
        guard seconds.isFinite, seconds > 0, seconds <= 100 * 366 * 86400 else {
            throw Refusal.invalidTrigger("seconds is \(seconds); it must be more than 0, and at most 100 years")
        }
        let now = clock.now
        let until = now + seconds
        let zone = clock.timeZone
        let snoozed = try await store.snooze(
            app: app, identifier: identifier, until: until, skipping: NextDate.skipping(at: now, in: zone),
            isTrial: options.isTrial, undo: undo, at: now)
        let outcome = SnoozeOutcome(
            identifier: identifier, nextTriggerDate: until.rfc3339(in: zone),
            nextTriggerDateUnix: until.timeIntervalSince1970, text: DateText.describe(until, now: now, in: zone),
            moved: snoozed.moved?.rfc3339(in: zone),
            movedText: snoozed.moved.map { DateText.absolute($0, in: zone) })
        if options.isTrial { return outcome }
        CrashPoint.reached(.afterSnoozeCommit)
        if let shown = snoozed.ended { await desktop.remove([shown]) }
        await scheduler.expect(until)
        return outcome
    }

    /// Leaves out the next occurrences of a repeating request, and returns the outcome.
    ///
    /// - Throws: ``NotificationModel/Refusal``; nothing is left out then.
    func skip(_ identifier: String, _ options: Value, of app: String, by caller: Caller) async throws -> SkipOutcome {
        let options = try DictionaryCoding.decode(SkipOptions.self, from: options)
        try Request.check(options.count, "count", 1...NextDate.mostSkipped)
        let (now, zone) = (clock.now, clock.timeZone)
        let quota = await authorizations.configuration.quota(of: app)
        let skipped = try await store.skip(
            app: app, identifier: identifier, count: options.count, skipping: NextDate.skipping(at: now, in: zone),
            quota: quota, isTrial: options.isTrial, undo: try options.mark.key(.skip, of: caller), at: now)
        // The scheduler's alarm may be set for a date that is now left out, so the scheduler sets it again.
        if !options.isTrial { await scheduler.ring() }
        let shownZone = skipped.request.trigger?.shownTimeZone ?? zone
        return SkipOutcome(
            identifier: identifier, skipped: skipped.dates.map { $0.rfc3339(in: shownZone) },
            skippedTexts: skipped.dates.map { DateText.absolute($0, in: shownZone) },
            nextTriggerDate: skipped.next.rfc3339(in: shownZone),
            nextTriggerDateUnix: skipped.next.timeIntervalSince1970,
            text: DateText.describe(skipped.next, now: now, in: shownZone))
    }

    /// Holds back an application's notifications for some seconds; 0 holds them until ``resume(_:)``.
    func pause(_ app: String, seconds: Double) async throws {
        guard seconds.isFinite, seconds >= 0, seconds <= 100 * 366 * 86400 else {
            throw Refusal.invalidRequest("seconds is \(seconds); it must be from 0 (no end) to 100 years")
        }
        try await scheduler.pause(app, until: seconds == 0 ? nil : clock.now + seconds)
        await signals.tellStatus()
    }

    func resume(_ app: String) async throws {
        try await scheduler.resume(app)
        await signals.tellStatus()
    }

    /// Presents delivered notifications again: those with the given identifiers, or the newest if none is given.
    /// Returns the identifiers, oldest first.
    ///
    /// The rate limit applies. A sandboxed program's notifications are silent, and not shown in a pause or quiet hours.
    ///
    /// - Throws: ``NotificationModel/Refusal`` for an identifier of no delivered notification; nothing is shown then.
    func repost(_ identifiers: [String], of app: String, by caller: Caller) async throws -> [String] {
        let configuration = await authorizations.configuration
        guard configuration.allows(app) else {
            throw Refusal.notAuthorized("\(app) may not notify: config.toml forbids it")
        }
        // A host program acts for the person; a sandboxed one must not get round the person's pause.
        if caller.isSandboxed, await scheduler.holdingReason(app, .active) != nil { return [] }
        let burst = configuration.burst(of: app)
        let (names, reposted) = try await store.repost(
            app: app, identifiers: identifiers.isEmpty ? nil : identifiers, limit: burst == 0 ? .max : burst,
            admits: { [gate = scheduler.floodGate, clock] in gate.admits($0, of: app, at: clock.now) }, at: clock.now)
        // Why: this is a task of its own, because the caller gets its reply before the desktop is asked.
        Task { [desktop] in await desktop.repost(reposted, isSilent: caller.isSandboxed) }
        return names
    }

    /// Withdraws the questions of a caller that has left the bus without a call of `Detach`, as a killed `ask` does.
    ///
    /// A newer request with the same identifier stays.
    package func withdraw(_ app: String, _ options: AttachOptions) async {
        guard let identifiers = options.identifiers, let instances = options.instances else { return }
        do {
            func identifiersToWithdraw(_ requests: [Request]) -> [String] {
                requests.filter { instances.contains($0.instance) }.map(\.identifier)
            }
            let pending = try await store.pending(app: app, identifiers: identifiers).map(\.request)
            // Requests held back by a pause or the quiet hours are removed like pending ones.
            let held = try await store.missed(app: app).filter(\.isWaiting).map(\.request)
            for waiting in [pending, held].map(identifiersToWithdraw) where !waiting.isEmpty {
                _ = try await removePending(waiting, of: app)
            }
            let delivered = try await store.delivered(app: app, identifiers: identifiers)
            let shown = identifiersToWithdraw(delivered.map(\.notification.request))
            if !shown.isEmpty { _ = try await removeDelivered(shown, of: app) }
        } catch {
            logger.error(
                "Could not withdraw a question",
                metadata: [LogKey.app: "\(app)", LogKey.error: "\(ErrorSummary(error))"])
        }
    }
}
