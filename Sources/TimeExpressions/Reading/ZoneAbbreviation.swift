// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Triggers

/// Abbreviation of a zone's time: `CET`, `CEST`, or `UTC+05:45` if there is none.
enum ZoneAbbreviation {
    /// Returns the abbreviation at a moment, as in date(1).
    static func text(of timeZone: Zone, at date: Date) -> String {
        if timeZone.identifier == "GMT" { return "UTC" }
        let name = timeZone.abbreviation(for: date)
        // Zones without a letter abbreviation have an offset such as "+0545" in its place.
        return name.first?.isLetter == true
            ? name : "UTC" + UTCOffset.text(timeZone.secondsFromGMT(for: date), zero: "")
    }
}

/// Reading that an abbreviation selects when the clock shows it twice.
enum ZoneName {
    /// The only reading, or the first of two.
    case only
    /// The second reading, at this moment.
    case second(Date)
}

extension ZoneName {
    /// Consumes the abbreviation of the zone's time after a full date and a time: `2026-11-24 09:00 CET`.
    ///
    /// - Throws: ``TimeExpressionError`` for the abbreviation that the zone uses in the other half of the year.
    static func read(
        _ reader: inout WordReader, of day: WrittenDay?, _ time: ClockTime?, _ context: TimeExpression.Context
    ) throws(TimeExpressionError) -> ZoneName? {
        var day = day
        if case .checked(_, let date)? = day { day = date }
        guard case .date(let year?, let month, let day)? = day, let time, !reader.isAtEnd,
            let local = LocalTime(year: year, month: month, day: day)
        else { return nil }
        let reading = local.at(hour: time.hour, minute: time.minute, second: time.second)
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
                .impossible, "\"\(reader.next.uppercased())\" is not the time there on that day: it is \(name)")
        }
        return nil
    }
}
