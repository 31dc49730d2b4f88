// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import Triggers

/// A time that was written in words, after parsing.
///
/// The language is English, upper or lower case, in every locale. Parsing depends only on the text and the ``Context``.
package struct TimeExpression: Hashable, Sendable {
    /// The trigger that the words describe.
    package let trigger: Trigger
    /// The first moment at which the trigger fires.
    package internal(set) var nextDate: Date
    /// The shortest normalized form that gives the same trigger: `every weekday 09:55`.
    package internal(set) var normalized: String
    /// Assumptions made by the parser, as sentences for the person: `No time of day was given; using 09:00.`
    package internal(set) var notes: [String]
    /// The ``notes`` about words that look like a time but stay in the text of the sentence.
    package internal(set) var textNotes: [String] = []
    /// The words of the time, if it was parsed from a sentence with a text.
    package internal(set) var sentenceTime = ""
    /// Sentence about the effect of DST on the time; only an ``Explanation`` shows it.
    package internal(set) var clockNote: String?

    /// Maximum number of bytes in an expression.
    package static let longestText = 256
    /// Hour for dates without a time of day: 09:00.
    static let defaultHour = 9

    /// The moment, the zone and the person's settings with which a text is parsed.
    package struct Context: Hashable, Sendable {
        /// The moment at which the text is parsed.
        package var now: Date
        /// The zone in which clock times are read.
        package var timeZone: Zone
        /// Tells whether clock times stay in `timeZone` (`--tz`) instead of following the person to other zones.
        package var isFixed: Bool
        /// The times that the parts of a day stand for.
        package var partsOfDay: PartsOfDay
        /// The person's workdays, holidays and place.
        package var calendar: PersonalCalendar

        package init(
            now: Date, timeZone: Zone, isFixed: Bool = false, partsOfDay: PartsOfDay = PartsOfDay(),
            calendar: PersonalCalendar = .current
        ) {
            (self.now, self.timeZone, self.isFixed) = (now, timeZone, isFixed)
            (self.partsOfDay, self.calendar) = (partsOfDay, calendar)
        }

        /// The local date and time of ``now``.
        var local: LocalTime { LocalTime(now, in: timeZone) }
        /// The zone for triggers; with nil, a trigger follows the zone that the person is in.
        var fixedZone: Zone? { isFixed ? timeZone : nil }
    }

    /// Parses any expression: a duration, a moment, a recurrence with `every`, and unmistakable calendar expressions of
    /// systemd, crontab lines and RFC 5545 rules.
    package static func parse(_ text: String, _ context: Context) throws(TimeExpressionError) -> TimeExpression {
        let isTooLong = text.utf8.count > longestText
        let words = isTooLong ? [] : text.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
        let isEvery = words.contains { $0 == "every" || $0 == "each" }
        let isRepeated = isEvery || repeatsWithoutEvery(words)
        if !isEvery {
            if RecurrenceText.recognizes(text) { return try parseRule(text, context) }
            if CronReader.recognizes(text) { return try parseCron(text, context) }
            if SystemdCalendarReader.recognizes(text) { return try parseOnCalendar(text, context) }
        }
        return try self.words(text, context) { reader, context throws(TimeExpressionError) in
            if isRepeated { return try RepeatedExpression.read(&reader, context) }
            // 1h30 is a duration, as after "in"; after "at" it could mean 01:30.
            reader.takesBareMinutes = !reader.contains("at")
            return try moment(&reader, context)
        }
    }

    /// Returns whether words without `every` describe a recurrence: `daily`, `weekdays`, `on mondays`, `9am mondays`.
    private static func repeatsWithoutEvery(_ words: [String]) -> Bool {
        let words = words.flatMap { $0.split(separator: ",").map(String.init) }
        let first = words.first { $0 != "on" } ?? ""
        return CalendarWords.rhythms.contains(first)
            || words.prefix { !RepeatedClauses.openers.contains($0) }
                .contains { CalendarWords.isPluralOfDays($0) || PartsOfDay.Part(plural: $0) != nil }
    }

    /// Parses the value of `--in`: `10m`, `1h30m`, `2 days`, `PT10M`.
    package static func parseIn(_ text: String, _ context: Context) throws(TimeExpressionError) -> TimeExpression {
        var reader = try WordReader(text, context)
        return try duration(&reader, context)
    }

    /// Parses the value of `--at`, or of a snooze button: `09:00`, `tomorrow 9am`, `2026-12-24 09:00`, `@1795262400`.
    package static func parseAt(_ text: String, _ context: Context) throws(TimeExpressionError) -> TimeExpression {
        try words(text, context, read: moment)
    }

    /// Parses the value of `--every`: `15m`, `day 09:00`, `mon,wed 18:00`, `month last fri 16:00`.
    package static func parseEvery(_ text: String, _ context: Context) throws(TimeExpressionError) -> TimeExpression {
        do throws(TimeExpressionError) {
            return try words(text, context, read: RepeatedExpression.read)
        } catch {
            // Only a crontab line has five fields of which the first three are no words.
            guard CronReader.recognizes(text), text.contains(where: \.isWhitespace) else { throw error }
            throw .unknown("this is a crontab line; write it with --cron", at: 0..<text.utf8.count)
        }
    }
}
