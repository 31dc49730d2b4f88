// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// Apple's calendar components in words.
struct ComponentWords {
    private let components: CalendarComponents

    init(_ components: CalendarComponents) { self.components = components }

    /// Returns `2026-12-24 09:00`, `every mon 09:00`, or `once, at the next mon 09:00`.
    func text(repeats: Bool) -> String {
        let zone = components.timeZone?.suffix ?? ""
        guard !Trigger.calendar(components, repeats: repeats).isOfOtherCalendar else {
            return otherCalendar(repeats: repeats) + zone
        }
        if !repeats, let moment { return moment.text + zone }
        let (rule, conditions) = rule
        let phrase = RecurrenceWords.phrase(rule, conditions)
        return (repeats ? "every \(phrase)" : "once, at the next \(phrase)") + zone
    }

    /// The only moment that matches the components; nil if several may match.
    private var moment: LocalTime? {
        guard let year = components.year, let month = components.month, let day = components.day,
            let hour = components.hour
        else { return nil }
        return LocalTime(
            year: year, month: month, day: day, hour: hour, minute: components.minute ?? 0,
            second: components.second ?? 0)
    }

    /// The components as a rule, and the conditions that a rule can't express.
    private var rule: (RecurrenceRule, [String]) {
        let matched = components.completed(in: .gregorian)
        var rule = RecurrenceRule(.daily)
        if let weekday = matched.weekday {
            let ordinal = matched.weekdayOrdinal ?? 0
            if ordinal != 0 { rule.frequency = .monthly }
            rule.weekdays = [RecurrenceRule.Day(weekday, ordinal: ordinal)]
        }
        rule.daysOfMonth = [matched.day].compactMap(\.self)
        rule.daysOfYear = [matched.dayOfYear].compactMap(\.self)
        rule.months = [matched.month].compactMap(\.self)
        rule.weeks = [matched.weekOfYear].compactMap(\.self)
        rule.years = [matched.year].compactMap(\.self)
        rule.hours = [matched.hour].compactMap(\.self)
        rule.minutes = [matched.minute].compactMap(\.self)
        rule.seconds = [matched.second ?? 0]
        var conditions: [String] = []
        if let week = matched.weekOfMonth { conditions.append("only in the \(week.ordinal) week of the month") }
        if let quarter = matched.quarter { conditions.append("only in the \(quarter.ordinal) quarter") }
        if let year = matched.yearForWeekOfYear { conditions.append("only in the weeks of \(year)") }
        if let era = matched.era, era != 1 { conditions.append("only in the era \(era)") }
        if let day = matched.day, day > 28, matched.weekday == nil {
            let longest = matched.month.map { LocalTime.days(inMonth: $0, ofYear: 2001) } ?? 28
            if day > longest { conditions.append("or on the day after a month without a \(day.ordinal)") }
        }
        return (rule, conditions)
    }

    /// Describes components of a calendar that isn't Gregorian: `every time the hebrew calendar shows month 7, day 1`.
    private func otherCalendar(repeats: Bool) -> String {
        let parts = CalendarComponents.numbers.compactMap { key, property in
            components[keyPath: property].map { "\(Self.words(key)) \($0)" }
        }
        let name = components.calendar.map { Self.words($0.rawValue) } ?? ""
        return (repeats ? "every time" : "when") + " the \(name) calendar shows \(parts.joined(separator: ", "))"
    }

    /// Returns the words of a key: `week of year` for `weekOfYear`.
    private static func words(_ key: String) -> String {
        key.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : String($1) }
    }
}
