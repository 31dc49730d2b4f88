// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// The times of day of a rule, in words.
struct TimesOfDay {
    private var hours: [Int]
    private var minutes: [Int]
    /// The second of the minute; a rule has at most one.
    private var second: Int
    /// The times of further rules, which have the same days.
    private var others: [TimesOfDay] = []

    /// Largest number of times that are listed one by one.
    private static let longestList = 8

    /// Creates the times of a rule in days or longer units, or of a rule in hours or minutes with the interval 1.
    init(_ rule: RecurrenceRule) {
        hours = rule.hours.isEmpty ? Array(0...23) : rule.hours
        minutes = rule.minutes.isEmpty ? Array(0...59) : rule.minutes
        second = rule.seconds.first ?? 0
    }

    mutating func add(_ times: TimesOfDay) { others.append(times) }

    var count: Int { others.reduce(hours.count * minutes.count) { $0 + $1.count } }

    /// The times in order; only the first ones if there are many.
    private var list: [ClockTime] {
        let own = hours.prefix(Self.longestList).flatMap { hour in
            minutes.prefix(Self.longestList).map { ClockTime(hour: hour, minute: $0, second: second) }
        }
        return Set(own + others.flatMap(\.list)).sorted { $0.seconds < $1.seconds }
    }

    var first: ClockTime { list.first ?? ClockTime(hour: 0) }

    /// The only time of a day; nil if there are several.
    var single: ClockTime? { count == 1 ? first : nil }

    /// The times as the grammar writes them, `09:00,17:30`; nil if there are too many.
    var listed: String? {
        guard count <= Self.longestList else { return nil }
        return list.map(\.text).joined(separator: ",")
    }

    /// Many times at equal distances, as the grammar writes them: `30m between 09:00 and 17:00`; nil for other times.
    var steps: String? {
        let all = every.map { $0.seconds }
        guard !isAllDay, let first = all.first, let last = all.last, all.count > 2, first % 60 == 0 else { return nil }
        let step = all[1] - first
        guard step % 60 == 0, zip(all, all.dropFirst()).allSatisfy({ $1 - $0 == step }) else { return nil }
        let range = "between \(every[0].text) and \(ClockTime(hour: last / 3600, minute: last / 60 % 60).text)"
        return "\(Span(seconds: Double(step)).text) \(range)"
    }

    /// All times of a day in order.
    private var every: [ClockTime] {
        let own = hours.flatMap { hour in minutes.map { ClockTime(hour: hour, minute: $0, second: second) } }
        return Set(own + others.flatMap(\.every)).sorted { $0.seconds < $1.seconds }
    }

    /// The rhythm of many times a day: `every 15 minutes from 09:00 to 17:45`, `every hour at :00 and :30`.
    var rhythm: String {
        guard others.isEmpty else {
            let texts = list.map(\.text)
            return "at " + WordList.text(texts.prefix(Self.longestList) + ["\(count - Self.longestList) more times"])
        }
        let step = Self.step(minutes, below: 60)
        let text: String
        switch (step, minutes.count) {
        case (1?, _): text = "every minute"
        case (let step?, let count) where count > 2: text = "every \(step) minutes"
        default:
            let marks = minutes.map { ":\($0.padded())" }
            text = "every hour at " + WordList.text(marks, atMost: Self.longestList, of: "minutes")
        }
        return text + span + (second == 0 ? "" : ", at second \(second)")
    }

    /// Tells whether the rhythm covers all 24 hours.
    var isAllDay: Bool { others.isEmpty && hours.count == 24 }

    /// The words for the hours of the rhythm, which begin with a space or a comma.
    private var span: String {
        guard hours.count < 24, let first = hours.first, let last = hours.last else { return "" }
        if last - first == hours.count - 1 {
            let (low, high) = (minutes.first ?? 0, minutes.last ?? 0)
            return " from \(ClockTime(hour: first, minute: low).text) to \(ClockTime(hour: last, minute: high).text)"
        }
        if let step = Self.step(hours, below: 24) { return " of every \(step.ordinal) hour" }
        let names = hours.map { "\($0.padded())" }
        return ", only in the hours \(WordList.text(names))"
    }

    /// Returns the distance between numbers that divide the range from 0 to `end` evenly; nil for other numbers.
    private static func step(_ numbers: [Int], below end: Int) -> Int? {
        guard numbers.count > 1, end % numbers.count == 0 else { return nil }
        let step = end / numbers.count
        return numbers == Array(stride(from: 0, to: end, by: step)) ? step : nil
    }
}

extension ClockTime {
    /// Seconds since midnight.
    var seconds: Int { hour * 3600 + minute * 60 + second }
}
