// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

// A pure function of its arguments: no clock, no current zone.

extension Trigger {
    /// The first moment after `date` at which the trigger fires.
    ///
    /// - Parameters:
    ///   - date: Never returned itself.
    ///   - anchor: When the request was added: intervals count from it, and rules without a start.
    ///   - timeZone: The person's zone, for a trigger without one of its own.
    /// - Returns: Nil when it fires no more. An interval that doesn't repeat has one moment: nil from then on. A
    ///   calendar trigger that doesn't repeat is asked anew each time: whoever fires it knows that it is over.
    package func nextDate(after date: Date, anchoredAt anchor: Date, in timeZone: Zone) -> Date? {
        // Years 1 to 9999: beyond them no clock shows anything that could match.
        guard !date.timeIntervalSince1970.isNaN, !anchor.timeIntervalSince1970.isNaN, date < Self.lastDate else {
            return nil
        }
        let date = max(date, Self.firstDate)
        switch self {
        case .timeInterval(let interval, let repeats):
            return Self.nextDate(after: date, every: interval.timeInterval, repeats: repeats, from: anchor)
        case .calendar(let components, _):
            return CalendarComponents.nextDate(after: date, matching: components, in: timeZone)
        case .rule(let set):
            return set.nextDate(after: date, anchoredAt: anchor, in: timeZone).flatMap { $0 < Self.lastDate ? $0 : nil }
        }
    }

    /// The first moment of a new request's trigger, or why there is none.
    ///
    /// - Parameters:
    ///   - date: The moment at which the request is added.
    ///   - timeZone: The person's zone.
    /// - Returns: The first moment after `date`.
    /// - Throws: ``Refusal``: a value is out of range, the trigger can never match, or all of it is past.
    package func firstDate(after date: Date, in timeZone: Zone) throws(Refusal) -> Date {
        try validate()
        if let first = nextDate(after: date, anchoredAt: date, in: timeZone) { return first }
        let beginning = Self.firstDate
        guard let past = nextDate(after: beginning, anchoredAt: beginning, in: timeZone) else {
            throw .invalidTrigger("the trigger can never match: there is no such date")
        }
        if case .calendar = self {
            throw .invalidTrigger("the trigger lies in the past: it matched at \(past.rfc3339(in: timeZone))")
        }
        throw .invalidTrigger("the trigger lies in the past: its last occurrence is over")
    }

    /// 0001-01-02 and 9999-12-30: a day within what clocks everywhere show.
    private static let firstDate = Date(timeIntervalSince1970: -62_135_510_400)
    private static let lastDate = Date(timeIntervalSince1970: 253_402_128_000)

    /// Dates of an interval that are closer than this, in seconds, are the same.
    private static let rounding = 0.001

    /// The first multiple of an interval, counted from `anchor`, that is after `date`.
    private static func nextDate(
        after date: Date, every interval: Double, repeats: Bool, from anchor: Date
    ) -> Date? {
        guard interval > 0, interval.isFinite else { return nil }
        // A date that is kept on another clock comes back with another rounding, and must not fire for itself again.
        let passed = repeats ? max(0, ((date.timeIntervalSince(anchor) + rounding) / interval).rounded(.down)) : 0
        let next = anchor + (passed + 1) * interval
        // Rounding may put a date on the multiple just below it.
        if next > date { return next }
        return repeats ? anchor + (passed + 2) * interval : nil
    }
}
