// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// The five fields of a crontab line, as crontab(5) has them (Vixie's cron, which Debian and all BSDs have).
struct CronLine {
    /// One field's numbers, in order.
    struct Field: Hashable {
        var values: [Int]
        /// Whether it begins with `*`, as `*/2` does: what makes the two day fields go together.
        var isStar: Bool
        /// As it was written, names as numbers.
        var text: String
    }

    var minutes: Field
    var hours: Field
    var daysOfMonth: Field
    var months: Field
    /// 0 is Sunday.
    var weekdays: Field

    /// The lines that have a name, without their `@`.
    static let named: KeyValuePairs<String, String> = [
        "yearly": "0 0 1 1 *", "annually": "0 0 1 1 *", "monthly": "0 0 1 * *", "weekly": "0 0 * * 0",
        "daily": "0 0 * * *", "midnight": "0 0 * * *", "hourly": "0 * * * *",
    ]

    /// The fields with one space between them.
    var text: String { [minutes, hours, daysOfMonth, months, weekdays].map(\.text).joined(separator: " ") }

    /// The rules that the line is: two where a day may match either of its day fields.
    ///
    /// It may where both are restricted. A field that begins with `*` counts as not restricted, even `*/2`, and then
    /// a day must match both: that is how cron reads it, whatever crontab(5) says.
    var rules: [RecurrenceRule] {
        var rule = RecurrenceRule(.daily)
        if hours.values.count == 24 { rule.frequency = minutes.values.count == 60 ? .minutely : .hourly }
        if rule.frequency == .daily { rule.hours = hours.values }
        if rule.frequency != .minutely { rule.minutes = minutes.values }
        rule.seconds = [0]
        if months.values.count < 12 { rule.months = months.values }
        var (byMonth, byWeek) = (rule, rule)
        let hasMonthDays = daysOfMonth.values.count < 31
        let hasWeekdays = weekdays.values.count < 7
        byMonth.daysOfMonth = hasMonthDays ? daysOfMonth.values : []
        // Monday first, as rules have them.
        byWeek.weekdays =
            hasWeekdays
            ? weekdays.values.map { .init($0 + 1) }.sorted { ($0.weekday + 5) % 7 < ($1.weekday + 5) % 7 } : []
        if daysOfMonth.isStar || weekdays.isStar {
            byMonth.weekdays = byWeek.weekdays
            return [byMonth]
        }
        return hasMonthDays && hasWeekdays ? [byMonth, byWeek] : [rule]
    }
}
