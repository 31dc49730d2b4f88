// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension RecurrenceRule {
    /// Returns a copy in which the start supplies the missing parts.
    func completed(from start: LocalTime) -> RecurrenceRule {
        var rule = self
        let (_, month, day) = start.civil
        if daysOfYear.isEmpty, daysOfMonth.isEmpty, weekdays.isEmpty {
            switch frequency {
            case .yearly where weeks.isEmpty:
                if months.isEmpty { rule.months = [month] }
                rule.daysOfMonth = [day]
            case .monthly: rule.daysOfMonth = [day]
            case .weekly, .yearly: rule.weekdays = [Day(start.weekday)]
            default: break
            }
        }
        if hours.isEmpty, frequency >= .daily { rule.hours = [start.hour] }
        if minutes.isEmpty, frequency >= .hourly { rule.minutes = [start.minute] }
        if seconds.isEmpty, frequency >= .minutely { rule.seconds = [start.second] }
        return rule
    }
}

extension RecurrenceRule.Frequency: Comparable {
    /// Orders frequencies by their unit, the shortest first.
    package static func < (one: Self, other: Self) -> Bool { one.rank < other.rank }

    private var rank: Int {
        switch self {
        case .secondly: 0
        case .minutely: 1
        case .hourly: 2
        case .daily: 3
        case .weekly: 4
        case .monthly: 5
        case .yearly: 6
        }
    }
}
