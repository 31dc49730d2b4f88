// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

// The functions in this file depend on their arguments only: they read no clock and no current zone. The person's
// calendar is an argument, too, with the present one as its default.

extension Trigger {
    /// Returns the first moment after `date` at which the trigger fires.
    ///
    /// `anchor` is the date at which the request was added: intervals, and rules without a start, count from it.
    /// `timeZone` is the person's zone, for a trigger without its own. The result is nil if the trigger is over. A
    /// calendar trigger that doesn't repeat still returns its next match: the caller ends it once it has fired.
    package func nextDate(
        after date: Date, anchoredAt anchor: Date, in timeZone: Zone, by calendar: PersonalCalendar = .current
    ) -> Date? {
        // Clocks show the years 1 to 9999 only; no trigger can match outside of these years.
        guard !date.timeIntervalSince1970.isNaN, !anchor.timeIntervalSince1970.isNaN, date < Self.lastDate else {
            return nil
        }
        let date = max(date, Self.firstDate)
        switch self {
        case .timeInterval(let interval, let repeats):
            return Self.nextDate(after: date, every: interval.timeInterval, repeats: repeats, from: anchor)
        case .calendar(let components, _): return components.nextDate(after: date, in: timeZone)
        case .rule(let set):
            let next = set.nextDate(after: date, anchoredAt: anchor, in: timeZone, by: calendar)
            return next.flatMap { $0 < Self.lastDate ? $0 : nil }
        case .region(_, _, let until): return until.map { $0 > date ? $0 : nil } ?? Self.noDate
        case .sun(let sun): return sun.nextDate(after: date, by: calendar)
        }
    }

    /// Returns the first moment at which a new request's trigger fires.
    ///
    /// A value out of range, a trigger that can never match, and a trigger whose moments are all past are refused.
    package func firstDate(
        after date: Date, in timeZone: Zone, by calendar: PersonalCalendar = .current
    ) throws(Refusal) -> Date {
        try validate()
        if let first = nextDate(after: date, anchoredAt: date, in: timeZone, by: calendar) { return first }
        if case .sun(let sun) = self { throw sun.refusal(by: calendar) }
        if let until = regionEnd { throw .invalidTrigger("until is \(until.rfc3339(in: timeZone)), which has passed") }
        let beginning = Self.firstDate
        guard let past = nextDate(after: beginning, anchoredAt: beginning, in: timeZone, by: calendar) else {
            throw .invalidTrigger("the trigger can never match: there is no such \(missingDate)")
        }
        if case .calendar = self {
            throw .invalidTrigger("the trigger lies in the past: it matched at \(past.rfc3339(in: timeZone))")
        }
        throw .invalidTrigger("the trigger lies in the past: its last occurrence is over")
    }

    /// The kind of date that doesn't exist, in words, for the refusal of a trigger that never fires.
    private var missingDate: String {
        guard case .rule(let set) = self else { return "date" }
        switch set.calendar {
        case nil: return "date"
        case .workdays: return "date among the person's workdays"
        case .exceptHolidays: return "date that is not a holiday"
        }
    }

    /// The date, 9999-12-30, of a trigger that waits for a place and never ends, or that waits for a change of the
    /// person's calendar. No timer is set for it.
    package static let noDate = lastDate

    /// The limits of fire dates, 0001-01-02 and 9999-12-30: one day inside the range that clocks in all zones show.
    private static let firstDate = Date(timeIntervalSince1970: -62_135_510_400)
    private static let lastDate = Date(timeIntervalSince1970: 253_402_128_000)

    /// Seconds within which two dates of an interval are considered equal.
    private static let rounding = 0.001

    /// Returns the first multiple of an interval, counted from `anchor`, after `date`.
    private static func nextDate(after date: Date, every interval: Double, repeats: Bool, from anchor: Date) -> Date? {
        guard interval > 0, interval.isFinite else { return nil }
        // `date` may be a past fire date, rounded down by a conversion: that fire date must not be returned again.
        let passed = repeats ? max(0, ((date.timeIntervalSince(anchor) + rounding) / interval).rounded(.down)) : 0
        let next = anchor + (passed + 1) * interval
        // Rounding may put this multiple at or before `date`.
        if next > date { return next }
        return repeats ? anchor + (passed + 2) * interval : nil
    }

    /// Returns the local times within a span that the trigger names and that a gap or a fold may move.
    ///
    /// `timeZone` is the trigger's own zone if it has one. The result is at most 24 local times in order; none for
    /// intervals, triggers that recur within the hour or the day, and calendars other than the Gregorian.
    package func namedReadings(in span: Range<LocalTime>, anchoredAt anchor: Date, in timeZone: Zone) -> [LocalTime] {
        func first(of readings: some Sequence<LocalTime>) -> [LocalTime] {
            Array(readings.lazy.prefix(24).prefix { $0 < span.upperBound })
        }
        switch self {
        case .timeInterval, .region, .sun: return []
        case .calendar(let components, _):
            guard components.hour != nil else { return [] }
            return components.matches(from: span.lowerBound).map(first(of:)) ?? []
        case .rule(let set):
            let start = set.start ?? .instant(anchor)
            let readings = set.rules.filter { $0.frequency >= .daily }.flatMap { rule in
                first(
                    of: RecurrenceOccurrences(
                        of: rule, startingAt: start.local(in: timeZone), isMoment: false,
                        countsStart: set.start != nil, from: span.lowerBound))
            }
            return Array(Set(readings).sorted().prefix(24))
        }
    }
}
