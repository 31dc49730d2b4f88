// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Times of day of a rule that has the same times on each of its days; the start has supplied the rule's missing parts.
struct RecurrenceTimes {
    private let hours: [Int]
    private let minutes: [Int]
    private let seconds: [Int]
    /// Positions of the times that `BYSETPOS` selects; nil selects all times.
    private let chosen: [Int]?

    /// Creates the times of a rule in days or longer units, or of a rule in shorter units with the interval 1.
    init(_ rule: RecurrenceRule) {
        func all(_ values: [Int], _ count: Int) -> [Int] { values.isEmpty ? Array(0..<count) : values }
        hours = all(rule.hours, 24)
        let seconds = all(rule.seconds, 60)
        var minutes = all(rule.minutes, 60)
        var chosen: [Int]?
        if !rule.setPositions.isEmpty {
            switch rule.frequency {
            case .yearly, .monthly, .weekly: break
            case .daily: chosen = Self.positions(rule, of: hours.count * minutes.count * seconds.count)
            // `BYSETPOS` selects among the minutes of an hour, because a rule has at most one second of the minute.
            case .hourly: minutes = Self.positions(rule, of: minutes.count).map { [minutes] in minutes[$0] }
            case .minutely, .secondly: minutes = Self.positions(rule, of: 1).isEmpty ? [] : minutes
            }
        }
        (self.minutes, self.seconds, self.chosen) = (minutes, seconds, chosen)
    }

    var count: Int { chosen?.count ?? hours.count * minutes.count * seconds.count }

    /// The time at `index`, 0 to `count - 1`, in seconds since midnight.
    subscript(index: Int) -> Int {
        let index = chosen?[index] ?? index
        let minute = index / seconds.count
        return hours[minute / minutes.count] * 3600 + minutes[minute % minutes.count] * 60
            + seconds[index % seconds.count]
    }

    /// Returns the index of the first time at or after `time`; `count` if the day has none.
    func index(atOrAfter time: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the indices that a rule's `BYSETPOS` selects among `count` occurrences, in order.
    static func positions(_ rule: RecurrenceRule, of count: Int) -> [Int] {
        Set(rule.setPositions.map { $0 > 0 ? $0 - 1 : count + $0 }).filter { (0..<count).contains($0) }.sorted()
    }
}
