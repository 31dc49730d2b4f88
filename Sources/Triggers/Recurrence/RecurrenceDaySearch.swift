// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Search in a rule that has the same times on each of its days.
struct RecurrenceDaySearch: RecurrenceSearch {
    private var months: RecurrenceMonths
    private let times: RecurrenceTimes

    init(_ rule: RecurrenceRule, start: LocalTime) {
        months = RecurrenceMonths(rule, start: start)
        times = RecurrenceTimes(rule)
    }

    mutating func first(atOrAfter reading: LocalTime) -> LocalTime? {
        guard times.count > 0, let day = months.first(atOrAfter: reading.dayNumber) else { return nil }
        guard day == reading.dayNumber else { return LocalTime(seconds: day * 86_400 + times[0]) }
        let index = times.index(atOrAfter: reading.secondOfDay)
        if index < times.count { return LocalTime(seconds: day * 86_400 + times[index]) }
        return months.first(atOrAfter: day + 1).map { LocalTime(seconds: $0 * 86_400 + times[0]) }
    }

    mutating func last(ofFirst count: Int, from start: LocalTime) -> RecurrenceEnd {
        guard times.count > 0, let first = first(atOrAfter: start) else { return .reckoned(nil) }
        // Some times of the first day may be before the start.
        let index = times.index(atOrAfter: first.secondOfDay) + count - 1
        let day = months.day(number: index / times.count + 1, from: first.dayNumber)
        return .reckoned(day.map { LocalTime(seconds: $0 * 86_400 + times[index % times.count]) })
    }
}
