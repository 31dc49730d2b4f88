// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import Triggers

/// A time that was written in words, understood.
///
/// English, in any case, whatever the locale. Reading it is a pure function of the text, the moment and the zone.
package struct TimeExpression: Hashable, Sendable {
    /// What the words mean to the schedule.
    package let trigger: Trigger
    /// The first moment at which it fires.
    package let nextDate: Date
    /// The same in its shortest plain form, which reads as the same trigger: `every weekday 09:55`.
    package internal(set) var normalized: String
    /// What was assumed, as sentences for the person: `No time was given: 09:00.`
    package internal(set) var notes: [String]
    /// The last of ``notes``: words of time that a sentence has left in its text.
    package internal(set) var textNotes: [String] = []
    /// What summer time means to it, for who asks: ``Explanation`` has it, what is printed for each request doesn't.
    package internal(set) var clockNote: String?

    package init(trigger: Trigger, nextDate: Date, normalized: String, notes: [String], clockNote: String? = nil) {
        self.trigger = trigger
        self.nextDate = nextDate
        self.normalized = normalized
        self.notes = notes
        self.clockNote = clockNote
    }

    /// The most bytes that an expression may have.
    package static let longestText = 256
    /// The time of day of a date that comes without one: 09:00.
    static let defaultHour = 9

    /// When and where the words are read.
    package struct Context: Hashable, Sendable {
        /// The moment of reading.
        package var now: Date
        /// The zone that clock times are in.
        package var timeZone: Zone
        /// Whether clock times stay in `timeZone` (`--tz`), rather than follow the person to other zones.
        package var isFixed: Bool

        package init(now: Date, timeZone: Zone, isFixed: Bool = false) {
            self.now = now
            self.timeZone = timeZone
            self.isFixed = isFixed
        }

        /// What the clock shows now.
        var local: LocalTime { LocalTime(now, in: timeZone) }
        /// The zone that goes into triggers: nil floats.
        var fixedZone: Zone? { isFixed ? timeZone : nil }
    }

    /// Reads any expression: a duration, a moment, `every` with what repeats, and what is unmistakably a calendar
    /// expression of systemd's, a crontab line or a rule of RFC 5545.
    ///
    /// - Throws: ``TimeExpressionError`` that points at the word.
    package static func parse(_ text: String, _ context: Context) throws(TimeExpressionError) -> TimeExpression {
        let isEvery =
            text.utf8.count <= longestText
            && text.split(whereSeparator: \.isWhitespace).contains {
                ["every", "each"].contains($0.lowercased())
            }
        let isRepeated = isEvery || repeatsWithoutEvery(text)
        if !isEvery {
            if RecurrenceText.recognizes(text) { return try parseRule(text, context) }
            if CronReader.recognizes(text) { return try parseCron(text, context) }
            if recognizesCalendar(text) { return try parseOnCalendar(text, context) }
        }
        return try words(text, context) { reader, context throws(TimeExpressionError) in
            if isRepeated { return try every(&reader, context) }
            // 1h30 is a length of time, as it is behind "in"; behind "at" it might be 01:30.
            reader.takesBareMinutes = !reader.contains("at")
            return try moment(&reader, context)
        }
    }

    /// Whether words repeat that have no `every`: `daily`, `weekdays`, `on mondays`, `9am mondays`.
    private static func repeatsWithoutEvery(_ text: String) -> Bool {
        guard text.utf8.count <= longestText else { return false }
        let words = text.split { $0.isWhitespace || $0 == "," }.map { $0.lowercased() }
        let first = words.first { $0 != "on" } ?? ""
        return ["daily", "hourly", "weekly", "monthly", "yearly"].contains(first)
            || words.prefix { !RepeatedClauses.openers.contains($0) }.contains { WordReader.isPluralOfDays($0) }
    }

    /// Reads what `--in` takes: `10m`, `1h30m`, `2 days`, `PT10M`.
    ///
    /// - Throws: ``TimeExpressionError`` that points at the word.
    package static func parseIn(_ text: String, _ context: Context) throws(TimeExpressionError) -> TimeExpression {
        var reader = try WordReader(text, today: context.local)
        return try duration(&reader, context)
    }

    /// Reads what `--at` takes: `09:00`, `tomorrow 9am`, `fri 17:30`, `2026-12-24 09:00`, `@1795262400`.
    ///
    /// - Throws: ``TimeExpressionError`` that points at the word.
    package static func parseAt(_ text: String, _ context: Context) throws(TimeExpressionError) -> TimeExpression {
        try words(text, context, read: moment)
    }

    /// Reads what `--every` takes: `15m`, `day 09:00`, `mon,wed 18:00`, `month last fri 16:00`.
    ///
    /// - Throws: ``TimeExpressionError`` that points at the word.
    package static func parseEvery(_ text: String, _ context: Context) throws(TimeExpressionError) -> TimeExpression {
        try words(text, context, read: every)
    }

    /// Reads what a snooze button takes: `5m`, `1h`, `tomorrow` (at 09:00).
    ///
    /// - Throws: ``TimeExpressionError`` that points at the word.
    package static func parseSnooze(_ text: String, _ context: Context) throws(TimeExpressionError) -> TimeExpression {
        try parseAt(text, context)
    }
}
