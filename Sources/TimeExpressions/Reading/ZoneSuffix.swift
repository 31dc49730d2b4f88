// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Triggers

/// A zone after a time in words: `tomorrow 9am Europe/Berlin`, `17:00 UTC`.
struct ZoneSuffix {
    let text: String
    let timeZone: Zone
    /// The zone's name, as the normalized time expression has it.
    let name: String
    /// Tells whether the words name a place instead of the zone.
    var isPlace = false

    /// Finds a zone at the end of several words; nil if the last word is not a zone.
    ///
    /// - Throws: ``TimeExpressionError`` for a word such as `Europe/Berlni`, which can only be meant as a zone, and for
    ///   a place that two zones are named after.
    init?(_ text: String, _ now: Date) throws(TimeExpressionError) {
        let words = text.utf8.count <= TimeExpression.longestText ? text.split(whereSeparator: \.isWhitespace) : []
        guard let last = words.last, last.startIndex != text.startIndex, let initial = last.first, initial.isASCII,
            initial.isLetter
        else { return nil }
        let before = String(text[..<last.startIndex])
        guard before.contains(where: { !$0.isWhitespace }) else { return nil }
        if ["UTC", "GMT"].contains(last.uppercased()) {
            (self.text, timeZone, name) = (before, .gmt, "UTC")
            return
        }
        guard last.dropFirst().contains("/") else {
            guard let place = try Self.place(words, of: text, now) else { return nil }
            self = place
            return
        }
        guard let zone = Zone(identifier: String(last)) else {
            let start = text.utf8.distance(from: text.startIndex, to: last.startIndex)
            throw .unknown(
                "\"\(last)\" is not a time zone that is known here; write e.g. Europe/Berlin or UTC",
                at: start..<start + last.utf8.count)
        }
        (self.text, timeZone, name) = (before, zone, zone.identifier)
    }

    private init(_ text: String, placeIn zone: Zone) {
        (self.text, timeZone, name, isPlace) = (text, zone, zone.identifier, true)
    }

    /// Finds a place at the end of a time: `tomorrow noon in New York`.
    private static func place(
        _ words: [Substring], of text: String, _ now: Date
    ) throws(TimeExpressionError) -> ZoneSuffix? {
        let isOpener = { (word: Substring) in word.utf8.count == 2 && word.lowercased() == "in" }
        guard let index = words.suffix(5).lastIndex(where: isOpener), index > 0,
            index + 1 < words.count
        else { return nil }
        let zones = PlaceZone.zones(of: words[(index + 1)...].map(String.init), near: now)
        guard let zone = zones.first else { return nil }
        guard zones.count == 1 else {
            let names = zones.map(\.identifier)
            let start = text.utf8.distance(from: text.startIndex, to: words[index].startIndex)
            throw TimeExpressionError(
                .ambiguous,
                "\"\(words[(index + 1)...].joined(separator: " "))\" can be read in two ways; write "
                    + names.joined(separator: " or "),
                at: start..<text.utf8.count, texts: names)
        }
        return ZoneSuffix(String(text[..<words[index].startIndex]), placeIn: zone)
    }
}

extension TimeExpression {
    /// Parses words in the zone at their end, or else in the context's zone.
    static func words(
        _ text: String, _ context: Context,
        read: (inout WordReader, Context) throws(TimeExpressionError) -> TimeExpression
    ) throws(TimeExpressionError) -> TimeExpression {
        let suffix = try ZoneSuffix(text, context.now)
        var reader = try WordReader(suffix?.text ?? text, context)
        guard let suffix else { return try read(&reader, context) }
        var there = context
        (there.timeZone, there.isFixed) = (suffix.timeZone, true)
        var expression = try read(&reader, there)
        if case .timeInterval = expression.trigger as Trigger {
            throw .unknown(
                "a length of time is the same in every zone; leave \(suffix.name) out",
                at: suffix.text.utf8.count..<text.utf8.count)
        }
        // The normalized form of a moment in UTC already contains its zone.
        if !expression.normalized.hasSuffix("Z") { expression.normalized += " \(suffix.name)" }
        if suffix.isPlace { expression.notes.append("The time is meant in \(suffix.name).") }
        return expression
    }
}

/// Abbreviation of a zone's time: `CET`, `CEST`, or `UTC+05:45` if there is none.
enum ZoneAbbreviation {
    /// Returns the abbreviation of a zone's time at a moment, as in date(1).
    static func text(of timeZone: Zone, at date: Date) -> String {
        if timeZone.identifier == "GMT" { return "UTC" }
        let name = timeZone.abbreviation(for: date)
        // Zones without a letter abbreviation have an offset such as "+0545" in its place.
        return name.first?.isLetter == true
            ? name : "UTC" + UTCOffset.text(timeZone.secondsFromGMT(for: date), zero: "")
    }
}

/// Choice of a moment by the abbreviation of the zone's time, for a time of day that the clock shows twice.
enum ZoneName {
    /// The only moment at which the clock shows the time, or the first of two.
    case only
    /// The second of two moments.
    case second(Date)

    /// Consumes the abbreviation of the zone's time after a full date and a time: `2026-11-24 09:00 CET`.
    ///
    /// - Throws: ``TimeExpressionError`` for the abbreviation that the zone uses in the other half of the year.
    static func read(
        _ reader: inout WordReader, of day: WrittenDay?, _ time: ClockTime?, _ context: TimeExpression.Context
    ) throws(TimeExpressionError) -> ZoneName? {
        guard case .date(let year?, let month, let day)? = day?.unchecked, let time, !reader.isAtEnd,
            let local = LocalTime(year: year, month: month, day: day)
        else { return nil }
        let reading = local.at(time)
        let date = reading.instant(in: context.timeZone)
        let name = ZoneAbbreviation.text(of: context.timeZone, at: date)
        if reader.take(name.lowercased()) { return .only }
        if case .twice(_, let last) = reading.resolved(in: context.timeZone),
            reader.take(ZoneAbbreviation.text(of: context.timeZone, at: last).lowercased())
        {
            return .second(last)
        }
        let others = [-182.0, 182].map { ZoneAbbreviation.text(of: context.timeZone, at: date + $0 * 86_400) }
        if others.contains(where: { $0.lowercased() == reader.next }) {
            throw reader.error(
                .impossible, "\"\(reader.next.uppercased())\" does not apply on that day; the zone then has \(name)")
        }
        return nil
    }
}
