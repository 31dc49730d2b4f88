// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus

/// The trigger of a request: once, or repeating with a phase that no death may shift.
enum CrashTrigger: Equatable, Sendable {
    /// At once, without a trigger.
    case now
    /// Once, this many seconds after its addition.
    case after(Double)
    /// Every so many seconds, counted from its addition.
    case every(Double)
    /// Each minute at this second, by the calendar.
    case calendar(second: Int)
    /// By a rule of RFC 5545: every so many minutes, counted from ``ruleStart``.
    case rule(minutes: Int)

    /// 2026-01-05, 00:00:07 in UTC: hours before the first request.
    private static let ruleStart = (text: "2026-01-05T00:00:07", seconds: 1_767_571_207.0)

    /// The first date after its addition, in seconds of the test clock.
    func due(addedAt now: Double) -> Double {
        switch self {
        case .now: now
        case .after(let seconds), .every(let seconds): now + seconds
        case .calendar(let second): Self.next(after: now, from: Double(second), every: 60)
        case .rule(let minutes): Self.next(after: now, from: Self.ruleStart.seconds, every: Double(minutes) * 60)
        }
    }

    /// The time from one date to the next; nil if it does not repeat.
    var interval: Double? {
        switch self {
        case .now, .after: nil
        case .every(let seconds): seconds
        case .calendar: 60
        case .rule(let minutes): Double(minutes) * 60
        }
    }

    /// The dictionary of the D-Bus interface; nil without a trigger.
    var value: Value? {
        switch self {
        case .now: nil
        case .after(let seconds): EndToEndTests.after(seconds)
        case .every(let seconds): .properties(["timeInterval": .double(seconds), "repeats": .boolean(true)])
        case .calendar(let second):
            .properties(["dateComponents": .properties(["second": .int32(Int32(second))]), "repeats": .boolean(true)])
        case .rule(let minutes):
            .properties([
                "rule": .string("FREQ=MINUTELY;INTERVAL=\(minutes)"), "start": .string(Self.ruleStart.text),
                "timeZone": .string("UTC"),
            ])
        }
    }

    /// A description for the story of a run.
    var words: String {
        switch self {
        case .now: ""
        case .after(let seconds): " in \(seconds) s"
        case .every(let seconds): " every \(seconds) s"
        case .calendar(let second): " each minute at \(second)"
        case .rule(let minutes): " by a rule of \(minutes) min"
        }
    }

    private static func next(after now: Double, from start: Double, every interval: Double) -> Double {
        start + (((now - start) / interval).rounded(.down) + 1) * interval
    }
}
