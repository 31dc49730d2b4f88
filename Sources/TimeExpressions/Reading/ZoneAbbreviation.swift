// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Triggers

/// The short name of a zone's time: `CET`, `CEST`, or `UTC+05:45` where there is none.
enum ZoneAbbreviation {
    /// The name at a moment, as date(1) has it.
    static func text(of timeZone: Zone, at date: Date) -> String {
        if timeZone.identifier == "GMT" { return "UTC" }
        let name = timeZone.abbreviation(for: date)
        // Zones without letters of their own have "+0545" there.
        return name.first?.isLetter == true
            ? name : "UTC" + UTCOffset.text(timeZone.secondsFromGMT(for: date), zero: "")
    }
}

/// Which of two equal readings of the clock the name of its time means.
enum ZoneName {
    /// The only one, or the first.
    case only
    /// The second one, at this moment.
    case second(Date)
}

extension WordReader {
    /// Takes the short name of the zone's time behind a whole date and a time: `2026-11-24 09:00 CET`.
    ///
    /// - Throws: ``TimeExpressionError`` for the name that the zone has in the other half of the year.
    mutating func takeZone(
        of day: WrittenDay?, _ time: ClockTime?, _ context: TimeExpression.Context
    ) throws(TimeExpressionError) -> ZoneName? {
        var day = day
        if case .checked(_, let date)? = day { day = date }
        guard case .date(let year?, let month, let day)? = day, let time, !isAtEnd,
            let local = LocalTime(year: year, month: month, day: day)
        else { return nil }
        let reading = local.at(hour: time.hour, minute: time.minute, second: time.second)
        let date = reading.instant(in: context.timeZone)
        let name = ZoneAbbreviation.text(of: context.timeZone, at: date)
        if take(name.lowercased()) { return .only }
        if case .twice(_, let last) = reading.resolved(in: context.timeZone),
            take(ZoneAbbreviation.text(of: context.timeZone, at: last).lowercased())
        {
            return .second(last)
        }
        let others = [-182.0, 182].map { ZoneAbbreviation.text(of: context.timeZone, at: date + $0 * 86_400) }
        if others.contains(where: { $0.lowercased() == peek() }) {
            throw error(.impossible, "\"\(peek().uppercased())\" is not the time there on that day: it is \(name)")
        }
        return nil
    }
}
