// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// The five fields of a crontab line, as in crontab(5) (Vixie's cron, used by Debian and all BSDs).
struct CronLine {
    /// Numbers of one field, in order.
    struct Field: Hashable {
        var values: [Int]
        /// Tells whether the field begins with `*`, as `*/2` does: then a day must match both day fields.
        var isStar: Bool
        /// The field as written, with names replaced by numbers.
        var text: String
    }

    var minutes: Field
    var hours: Field
    var daysOfMonth: Field
    var months: Field
    /// Days of the week; 0 is Sunday.
    var weekdays: Field

    /// Crontab lines that have a name, such as `daily`; the names lack the `@`.
    static let named: KeyValuePairs<String, String> = [
        "yearly": "0 0 1 1 *", "annually": "0 0 1 1 *", "monthly": "0 0 1 * *", "weekly": "0 0 * * 0",
        "daily": "0 0 * * *", "midnight": "0 0 * * *", "hourly": "0 * * * *",
    ]

    /// The fields, separated by one space.
    var text: String { [minutes, hours, daysOfMonth, months, weekdays].map(\.text).joined(separator: " ") }

    /// Rules for the line: two if a day may match either day field.
    ///
    /// A day may match either field if both are restricted. A field that begins with `*`, even `*/2`, counts as
    /// unrestricted, and then a day must match both. This is cron's behaviour; crontab(5) describes it differently.
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
        // Rules list weekdays from Monday on.
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
