// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import NotificationModel

/// Words about time, understood: "tomorrow 9am", "every weekday 09:55", "in 10 minutes".
///
/// English, in any case, independent of the locale; both word orders. `m` is always minutes, `mo`
/// months; a bare clock time that is past means tomorrow, and the notes say so. Parsing is a pure
/// function of the text, the moment and the zone.
package struct TimeExpression: Hashable, Sendable {
    package let trigger: Trigger
    /// When it first fires.
    package let nextDate: Date
    /// The same in the grammar's plainest words.
    package let normalized: String
    /// What was assumed: "already past today, so tomorrow".
    package let notes: [String]

    /// The longest text that is read, in bytes.
    package static let longestText = 256
    /// How many words at the beginning of a sentence may belong to the time.
    private static let longestTime = 12

    /// A time in any form: a duration, a moment, or a repetition that begins or ends with "every".
    package static func parse(_ text: String, now: Date, timeZone: TimeZone) throws(TimeExpressionError)
        -> TimeExpression
    {
        var parser = try TimeParser(text, now: now, timeZone: timeZone)
        return try parser.parseAny()
    }

    /// A duration: `10m`, `1h30m`, `2 days`, `PT10M`.
    package static func parseIn(_ text: String, now: Date, timeZone: TimeZone) throws(TimeExpressionError)
        -> TimeExpression
    {
        var parser = try TimeParser(text, now: now, timeZone: timeZone)
        return try parser.parseDuration()
    }

    /// A moment, once: `09:00`, `tomorrow 9am`, `fri 17:30`, `2026-12-24 09:00`, RFC 3339, `@1395716396`.
    package static func parseAt(_ text: String, now: Date, timeZone: TimeZone) throws(TimeExpressionError)
        -> TimeExpression
    {
        var parser = try TimeParser(text, now: now, timeZone: timeZone)
        return try parser.parseMoment()
    }

    /// A repetition; the word "every" may be left out: `15m`, `day 09:00`, `mon,wed 18:00`, `month 1 10:00`.
    package static func parseEvery(_ text: String, now: Date, timeZone: TimeZone) throws(TimeExpressionError)
        -> TimeExpression
    {
        var parser = try TimeParser(text, now: now, timeZone: timeZone)
        return try parser.parseRepetition()
    }

    /// When to come back: a duration, or a moment such as `tomorrow`.
    package static func parseSnooze(_ text: String, now: Date, timeZone: TimeZone) throws(TimeExpressionError)
        -> TimeExpression
    {
        do {
            return try parseIn(text, now: now, timeZone: timeZone)
        } catch {
            guard error.kind == .notUnderstood else { throw error }
            return try parseAt(text, now: now, timeZone: timeZone)
        }
    }

    /// A time and then other words: "tomorrow 9am call Ann".
    ///
    /// The longest beginning that is a time, or nearly one (such as a past date, which is refused).
    ///
    /// - Parameters:
    ///   - text: The words.
    ///   - now: The moment from which they are meant.
    ///   - timeZone: The zone in which they are meant.
    /// - Returns: The time, and the rest without the space before it; empty if there is none.
    /// - Throws: ``TimeExpressionError`` if the text does not begin with a time.
    package static func parseSentence(
        _ text: String, now: Date, timeZone: TimeZone
    ) throws(TimeExpressionError) -> (TimeExpression, rest: String) {
        let words = text.split(whereSeparator: \.isWhitespace)
        for count in stride(from: min(words.count, longestTime), through: 1, by: -1) {
            let end = words[count - 1].endIndex
            do {
                let time = try parse(String(text[..<end]), now: now, timeZone: timeZone)
                return (time, String(text[end...].drop(while: \.isWhitespace)))
            } catch {
                if error.kind != .notUnderstood { throw error }
            }
        }
        let first = words.first.map { text[$0.startIndex..<$0.endIndex] } ?? ""
        throw TimeExpressionError(
            .notUnderstood, "\"\(first)\" is not a time; begin with one, such as 10m, 17:30 or tomorrow 9am",
            at: 0..<first.count, in: text)
    }

    /// The same in a zone of its own instead of the one the person is in.
    package func fixed(to timeZone: TimeZone) -> TimeExpression {
        var trigger = trigger
        switch trigger {
        case .timeInterval: break
        case .calendar(var components, let repeats):
            if components.timeZone == nil { components.timeZone = timeZone }
            trigger = .calendar(components, repeats: repeats)
        case .rule(var rule):
            if rule.timeZone == nil { rule.timeZone = timeZone }
            trigger = .rule(rule)
        }
        return TimeExpression(trigger: trigger, nextDate: nextDate, normalized: normalized, notes: notes)
    }
}
