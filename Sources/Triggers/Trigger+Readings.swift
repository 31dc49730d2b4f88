// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

extension Trigger {
    /// Returns the clock readings within a span that the trigger names and that a gap or a fold may move.
    ///
    /// - Parameters:
    ///   - span: A span on a clock in `timeZone`.
    ///   - anchor: The date at which the request was added.
    ///   - timeZone: The clock's zone: the trigger's own if it has one.
    /// - Returns: At most 24 readings in order; none for intervals, for triggers that recur within the hour or the day,
    ///   and for calendars other than the Gregorian.
    package func namedReadings(
        in span: Range<LocalTime>, anchoredAt anchor: Date, in timeZone: Zone
    ) -> [LocalTime] {
        func first(of readings: some Sequence<LocalTime>) -> [LocalTime] {
            Array(readings.lazy.prefix(24).prefix { $0 < span.upperBound })
        }
        switch self {
        case .timeInterval: return []
        case .calendar(let components, _):
            guard components.hour != nil else { return [] }
            return CalendarComponents.matches(components, from: span.lowerBound).map(first(of:)) ?? []
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
