// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// The date of a `REM` line: any of year, month, day and weekdays; missing parts match all.
struct RemindDate {
    private var year: Int?
    private var month: Int?
    private var day: Int?
    /// Weekdays as ``Triggers/RecurrenceRule/Day`` counts them; 1 is Sunday.
    private var weekdays: [Int] = []
    /// Number of days by which `-` moves the date back.
    var back: Int?
    /// Number of days between repetitions of the date (`*`).
    var interval: Int?
    /// Last day on which the reminder may fire, as its number since 1970-01-01.
    var end: Int?
    /// First day on which the reminder may fire, as its number since 1970-01-01.
    var start: Int?

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]
    private static let days = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

    /// Whether year, month and day are given.
    var isDay: Bool { year != nil && month != nil && day != nil }

    /// Number of the date's day since 1970-01-01; nil if the day doesn't exist or a part is missing.
    var dayNumber: Int? {
        guard let year, let month, let day else { return nil }
        return LocalTime(year: year, month: month, day: day)?.dayNumber
    }

    /// Takes a word of a date; false if the word is no part of a date, or if that part is given twice.
    mutating func take(_ word: String) -> Bool {
        if let date = LocalTime(word.split(separator: "/").joined(separator: "-")), word.utf8.count == 10 {
            guard year == nil, month == nil, day == nil else { return false }
            (year, month, day) = date.civil
            return true
        }
        if word.isDigits, let number = Int(word) {
            if (1...31).contains(number), day == nil {
                day = number
            } else if (1900...9999).contains(number), year == nil {
                year = number
            } else {
                return false
            }
            return true
        }
        let name = word.lowercased()
        guard name.count >= 3 else { return false }
        if let index = Self.months.firstIndex(where: { $0.hasPrefix(name) }), month == nil {
            month = index + 1
            return true
        }
        guard let index = Self.days.firstIndex(where: { $0.hasPrefix(name) }) else { return false }
        weekdays.append(index + 1)
        return true
    }

    /// Returns a trigger for the dates of the `REM` line, at a time of day.
    ///
    /// - Throws: ``FileLine`` for a date that has no such trigger.
    func trigger(time: Int?, hour: Int, line: Int) throws(FileLine) -> Trigger {
        let time = time ?? hour * 3600
        if isDay {
            guard var day = dayNumber else { throw FileLine(line: line, "there is no such day") }
            // With weekdays, the date means the first such weekday on or after the day.
            while !weekdays.isEmpty, !weekdays.contains(LocalTime.weekday(ofDay: day)) { day += 1 }
            day -= back ?? 0
            if interval == 0 { throw FileLine(line: line, "*0 is no repetition") }
            // With FROM, the repetitions before that day are left out.
            if let start, let interval, day < start { day += (start - day + interval - 1) / interval * interval }
            let local = LocalTime(seconds: day * 86_400 + time)
            guard let interval else {
                if let start, day < start { throw FileLine(line: line, "the only date is before FROM") }
                if let end, day > end { throw FileLine(line: line, "the only date is after UNTIL") }
                return CalendarReminders.once(local, nil)
            }
            var rule = RecurrenceRule(.daily, interval: interval)
            rule.end = ending
            return .rule(RecurrenceSet([rule], start: .local(local)))
        }
        guard interval == nil else { throw FileLine(line: line, "a repetition (*) needs a whole date") }
        var rule = try rule(line)
        rule.hours = [time / 3600]
        rule.minutes = [time / 60 % 60]
        rule.seconds = [time % 60]
        rule.end = ending
        if let year { rule.years = [year] }
        return .rule(RecurrenceSet([rule], start: start.map { .local(LocalTime(seconds: $0 * 86_400)) }))
    }

    private var ending: RecurrenceRule.End {
        end.map { .until(.local(LocalTime(seconds: $0 * 86_400 + 86_399))) } ?? .never
    }

    /// Returns the recurrence rule of the date, without a time of day.
    private func rule(_ line: Int) throws(FileLine) -> RecurrenceRule {
        var rule = RecurrenceRule(month == nil ? (day == nil ? .daily : .monthly) : .yearly)
        if day == nil, month != nil { rule.frequency = .daily }
        if let month { rule.months = [month] }
        switch (day, weekdays.isEmpty, back) {
        case (nil, true, nil): break
        case (nil, false, nil):
            if month == nil { rule.frequency = .weekly }
            rule.weekdays = Set(weekdays).sorted().map { RecurrenceRule.Day($0) }
        case (let day?, true, nil): rule.daysOfMonth = [day]
        case (let day?, false, nil):
            // The first of the weekdays on or after the day is one of seven days, which must all be in the month.
            guard day <= 22 else {
                throw FileLine(line: line, "a weekday on or after day \(day) may fall into the next month")
            }
            rule.daysOfMonth = Array(day...day + 6)
            rule.weekdays = Set(weekdays).sorted().map { RecurrenceRule.Day($0) }
            if rule.weekdays.count > 1 { rule.setPositions = [1] }
        case (1?, true, let back?) where (1...28).contains(back):
            rule.daysOfMonth = [-back]
            goBackOneMonth(&rule)
        case (1?, false, 7?) where weekdays.count == 1:
            rule.frequency = month == nil ? .monthly : .yearly
            rule.weekdays = [RecurrenceRule.Day(weekdays[0], ordinal: -1)]
            goBackOneMonth(&rule)
        default: throw FileLine(line: line, "going back (-) is read for the first of a month only")
        }
        return rule
    }

    /// Moves a rule to the previous month, to which the days before the first of a month belong.
    private func goBackOneMonth(_ rule: inout RecurrenceRule) {
        if let month { rule.months = [month == 1 ? 12 : month - 1] }
    }
}
