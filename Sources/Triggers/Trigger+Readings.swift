// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

extension Trigger {
    /// The clock's readings, within a span of it, that the trigger names: what a gap or a fold may move.
    ///
    /// - Parameters:
    ///   - span: Of a clock in `timeZone`, the trigger's own if it has one.
    ///   - anchor: When the request was added.
    ///   - timeZone: The clock's.
    /// - Returns: In order, at most 24; none for intervals, for triggers that recur within the hour or the day, and for
    ///   calendars other than the Gregorian.
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
