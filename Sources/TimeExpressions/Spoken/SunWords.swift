// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Triggers

/// Sunrise and sunset in words: `sunset`, `30m before sunrise`, `every day at sunset`, `sunset at 52.52,13.41`.
///
/// With a day, such as `tomorrow at sunset`, the words mean a time of the clock, which is computed once. Without a place
/// the words mean the place in `config.toml`.
enum SunWords {
    private static let events: [String: SunTrigger.Event] = [
        "sunrise": .sunrise, "sunup": .sunrise, "sunset": .sunset, "sundown": .sunset,
    ]

    /// Tells whether the words name sunrise or sunset.
    static func isAhead(_ reader: WordReader) -> Bool { events.keys.contains(where: reader.contains) }

    /// Refuses a sentence whose time would be the first word alone, which likely belongs to the text: `sunset photos`.
    static func refuseAlone(_ text: String, before end: String.Index) throws(TimeExpressionError) {
        guard let event = events[text[..<end].lowercased()] else { return }
        let rest = text[end...].drop(while: \.isWhitespace)
        guard !rest.isEmpty, !rest.hasPrefix("--") else { return }
        throw .unknown(doubt(event), at: 0..<text.utf8.distance(from: text.startIndex, to: end))
    }

    private static func doubt(_ event: SunTrigger.Event) -> String {
        "\(event) may begin the text; for the time write at \(event)"
    }

    /// Returns the error for days other than one day or every day; its suggestions keep the place that the words name.
    private static func errorAboutDays(_ reader: WordReader) -> TimeExpressionError {
        var reader = reader
        reader.rewind(to: 0)
        while !reader.isAtEnd, events[reader.next] == nil { reader.skip() }
        guard let event = events[reader.next] else { return reader.errorAboutNextWord() }
        let hasPlace = reader[1] == "at" && reader[3] == ","
        let place = hasPlace ? "\(event) at \(reader[2]),\(reader[4])" : "\(event)"
        let texts = ["at \(place)", "tomorrow at \(place)", "every day at \(place)"]
        return TimeExpressionError(
            .unknown, "\(event) comes on one day or every day; write \(texts[0]), \(texts[1]) or \(texts[2])",
            at: 0..<reader.range(from: reader.words.count - 1, count: 1).upperBound, texts: texts)
    }

    /// Parses a whole expression about sunrise or sunset.
    ///
    /// - Throws: ``TimeExpressionError`` for any other words, and for a place without a sunrise within a year.
    static func read(
        _ reader: inout WordReader, _ context: TimeExpression.Context
    ) throws(TimeExpressionError) -> TimeExpression {
        var repeats = readEveryDay(&reader)
        var day = repeats ? nil : try WrittenDay.read(&reader)
        let offset = try readOffset(&reader)
        _ = reader.take("the")
        guard let event = events[reader.next] else {
            // "Every mon at sunset" names days of the week, on which a sun trigger can't repeat.
            let isDay = repeats && CalendarWords.weekday(reader.next) != nil
            throw isDay ? errorAboutDays(reader) : reader.errorAboutNextWord()
        }
        let isFirst = reader.position == 0
        reader.skip()
        let place = try readPlace(&reader)
        if !repeats, day == nil {
            repeats = readEveryDay(&reader)
            if !repeats { day = try WrittenDay.read(&reader) }
        }
        guard !reader.isAtClause else {
            throw reader.error(.unknown, "sunrise and sunset can't have an end, and have no exceptions")
        }
        guard reader.isAtEnd else {
            // If the event is the first word, the words after it are more likely a text.
            throw isFirst
                ? reader.error(.unknown, doubt(event), from: 0, count: 1)
                : errorAboutDays(reader)
        }
        let sun = SunTrigger(event, offset: offset, at: place, repeats: repeats)
        let next: Date
        do throws(Refusal) {
            next = try Trigger.sun(sun).firstDate(after: context.now, in: context.timeZone, by: context.calendar)
        } catch {
            throw reader.error(.impossible, error.message, from: 0)
        }
        if let day { return try moment(of: sun, on: day, context, reader) }
        return TimeExpression(trigger: .sun(sun), nextDate: next, normalized: sun.words, notes: [])
    }

    /// Returns the moment of sunrise or sunset on one day, moved by the trigger's offset, as the time of the clock.
    private static func moment(
        of sun: SunTrigger, on day: WrittenDay, _ context: TimeExpression.Context, _ reader: WordReader
    ) throws(TimeExpressionError) -> TimeExpression {
        let midnight = context.local.at(hour: 0)
        let local = try day.local(midnight, isPastToday: false, reader, from: 0)
        let alone = Trigger.sun(SunTrigger(sun.event, at: sun.place))
        let before = local.instant(in: context.timeZone) - 1
        let event = alone.nextDate(after: before, anchoredAt: before, in: context.timeZone, by: context.calendar)
        guard let event, LocalTime(event, in: context.timeZone).dayNumber == local.dayNumber else {
            throw reader.error(.impossible, "there is no \(sun.event) on \(local.dateText)", from: 0)
        }
        let reading = LocalTime(event + Double(sun.offset), in: context.timeZone)
        return try TimeExpression.once(
            reading, in: context.fixedZone, reading.text,
            notes: ["\(sun.words.capitalized) is read as \(reading.text)."], context, reader.range(from: 0))
    }

    /// Parses `30m before` or `an hour after`, or consumes `at`; returns the offset from the sun's event in seconds.
    private static func readOffset(_ reader: inout WordReader) throws(TimeExpressionError) -> Int {
        let first = reader.position
        guard let span = try Span.read(&reader) else {
            _ = reader.take("at")
            return 0
        }
        guard ["before", "after"].contains(reader.next) else { throw reader.errorAboutNextWord() }
        guard !span.keepsClock, span.length <= Double(SunTrigger.longestOffset) else {
            throw reader.error(.impossible, "the limit is 12 hours before or after the sun's event", from: first)
        }
        reader.skip()
        return Int(span.length) * (reader[-1] == "before" ? -1 : 1)
    }

    /// Parses `every day`, `each day`, `every` or `daily`.
    private static func readEveryDay(_ reader: inout WordReader) -> Bool {
        if reader.take("daily") { return true }
        guard reader.take("every", "each") else { return false }
        _ = reader.take("day")
        return true
    }

    /// Parses `at 52.52,13.41`: degrees north and degrees east.
    private static func readPlace(_ reader: inout WordReader) throws(TimeExpressionError) -> Coordinate? {
        guard reader.next == "at" else { return nil }
        guard let latitude = Double(reader[1]), reader[2] == ",", let longitude = Double(reader[3]),
            latitude.isFinite, longitude.isFinite
        else {
            reader.skip()
            throw reader.error(.unknown, "degrees north and degrees east must follow, such as at 52.52,13.41")
        }
        reader.skip(4)
        let place = Coordinate(latitude: latitude, longitude: longitude)
        do {
            try place.validate("place")
        } catch {
            throw reader.error(.impossible, error.message, from: reader.position - 3)
        }
        return place
    }
}

extension SunTrigger {
    /// The trigger in words that ``SunWords`` parses: `every day 30m before sunset`.
    var words: String {
        var text = "at \(event)"
        if offset != 0 {
            text = "\(Span(seconds: Double(offset.magnitude)).text) \(offset < 0 ? "before" : "after") \(event)"
        }
        if let place { text += " at \(place.latitude),\(place.longitude)" }
        return (repeats ? "every day " : "") + text
    }
}

extension DayFilter {
    /// The end of a sentence which says that a rule has no day: the days to which this filter limits the rule.
    var reason: String { self == .workdays ? " among your workdays" : " that is not a holiday" }
}
