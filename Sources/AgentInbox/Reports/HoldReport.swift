// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
import AgentOutbox
import AgentRules
import AgentSchedule
import DBus
import FoundationEssentials
import NotificationModel
import TimeExpressions
import Triggers

/// Pauses and quiet hours in words, for a caller whose request is held back and for `Status`.
struct HoldReport: Sendable {
    let clock: any WallClock
    let scheduler: Scheduler
    let outbox: Outbox

    /// Returns the pauses in force, for `Status`.
    func pauses() async -> [[String: Value]] {
        let now = clock.now
        return await scheduler.holding.pauses.filter { $0.value > now }.sorted { $0.key < $1.key }.map { app, until in
            var pause: [String: Value] = ["app": .string(app)]
            if until != .distantFuture {
                pause["until"] = .string(text(until))
                pause["untilUnix"] = .double(until.timeIntervalSince1970)
            }
            return pause
        }
    }

    /// Returns a note about the pause or quiet hours that will hold back the request at `due`; nil if nothing will.
    func holdingNote(_ request: Request, _ app: String, at due: Date) async -> String? {
        let holding = await scheduler.holding
        let zone = clock.timeZone
        let level = request.content.interruptionLevel
        guard let reason = holding.reason(app, level, at: due, in: zone) else { return nil }
        let end = reason == "paused" ? holding.pauseEnd(of: app, after: due) : holding.quietEnd(after: due, in: zone)
        guard let end, end != .distantFuture else { return "due during a pause; held back until you resume" }
        let text = text(end)
        return reason == "paused"
            ? "due during a pause; held back until \(text)"
            : "due during the quiet hours; held back until \(text)"
    }

    /// Returns the quiet hours, for `Status`; nil if none are configured.
    func quietHours() async -> [String: Value]? {
        let holding = await scheduler.holding
        guard let quiet = holding.quiet else { return nil }
        let (now, zone) = (clock.now, clock.timeZone)
        var hours: [String: Value] = [
            "from": .string(QuietHours.text(quiet.from)), "to": .string(QuietHours.text(quiet.to)),
        ]
        hours["days"] = quiet.daysText.map(Value.string)
        if quiet.contains(LocalTime(now, in: zone)), let end = holding.quietEnd(after: now, in: zone) {
            hours["until"] = .string(text(end))
        }
        return hours
    }

    /// Returns the reason why a request is not shown at once, and when and how it will be shown.
    func heldNote(_ request: Request, _ app: String) async -> String {
        if await scheduler.holdingReason(app, request.content.interruptionLevel) == nil {
            return request.comesByItself
                ? "too many at once; it will be shown by itself later" : "too many at once; it will be part of a digest"
        }
        let isAwaited = await !outbox.waiting(for: request, of: app).isEmpty
        let how = isAwaited || request.comesAlone ? "it will be shown then" : "it will then be part of a digest"
        let pause = await scheduler.holding.pauseEnd(of: app, after: clock.now)
        if pause == .distantFuture { return "held back: paused until you resume; \(how)" }
        let quietEnd = await scheduler.quietEnd
        let end = (pause ?? quietEnd).map(text) ?? "later"
        return "held back: \(pause == nil ? "quiet" : "paused") until \(end); \(how)"
    }

    private func text(_ date: Date) -> String { DateText.describe(date, now: clock.now, in: clock.timeZone) }
}
