// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import TimeExpressions

/// Days of the week as the person writes them in `config.toml`; 1 is Sunday.
enum DaysOfWeek {
    /// Returns the days in words, from Monday on: `mon-fri`. A range has at least three days.
    static func text(_ days: Set<Int>) -> String {
        var parts: [(first: Int, last: Int)] = []
        for day in 0..<7 where days.contains((day + 1) % 7 + 1) {
            if let last = parts.last?.last, last == day - 1 {
                parts[parts.count - 1].last = day
            } else {
                parts.append((day, day))
            }
        }
        func name(_ day: Int) -> String { CalendarWords.weekdays[(day + 1) % 7] }
        return parts.map { part in
            switch part.last - part.first {
            case 0: name(part.first)
            case 1: "\(name(part.first)),\(name(part.last))"
            default: "\(name(part.first))-\(name(part.last))"
            }
        }.joined(separator: ",")
    }

    /// Parses days such as `mon-fri` or `fri,sat`; nil for other texts.
    static func days(_ text: String) -> Set<Int>? {
        var days: Set<Int> = []
        for part in text.lowercased().split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { end in
                CalendarWords.weekdays.firstIndex(of: String(end.filter { $0 != " " }))
            }
            guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1] else { return nil }
            days.formUnion((0...((last - first + 7) % 7)).map { (first + $0) % 7 + 1 })
        }
        return days
    }
}
