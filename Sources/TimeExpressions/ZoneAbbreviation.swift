// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationModel
import Synchronization

// Foundation knows abbreviations by locale: CET is "GMT+1" to it outside Europe. date(1) and everyone else takes
// them from the tz database, so they are read from there: /usr/share/zoneinfo, in the format of RFC 8536.

/// The short name of a zone's time: `CET`, `CEST`, or `UTC+05:45` where there is none.
enum ZoneAbbreviation {
    /// What was read last: one zone is asked for again and again, and its file changes with the system's update only.
    private static let last = Mutex<(identifier: String, file: ZoneFile?)?>(nil)

    /// The name at a moment.
    static func text(of timeZone: TimeZone, at date: Date) -> String {
        let offset = timeZone.secondsFromGMT(for: date)
        if timeZone.identifier == "GMT" { return "UTC" }
        let name = fromDatabase(
            timeZone.identifier, at: Int64(date.wholeSecondsClamped), offset: Int32(clamping: offset))
        // Zones without letters of their own have "+0545" there.
        if let name, name.first?.isLetter == true { return name }
        return "UTC" + UTCOffset.text(offset, zero: "")
    }

    /// Looks the name up in the zone's file; nil where there is none for this offset.
    private static func fromDatabase(_ identifier: String, at moment: Int64, offset: Int32) -> String? {
        last.withLock { last in
            if last?.identifier != identifier { last = (identifier, file(of: identifier)) }
            return last?.file?.abbreviation(at: moment, offset: offset)
        }
    }

    private static func file(of identifier: String) -> ZoneFile? {
        // Identifiers come from Foundation, which accepts no "..", but a path is a path.
        guard !identifier.contains(".."), !identifier.hasPrefix("/"),
            let data = try? Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(identifier)"))
        else { return nil }
        return ZoneFile([UInt8](data))
    }
}

extension WordReader {
    /// Takes the short name of the zone's time behind a whole date and a time: `2026-11-24 09:00 CET`.
    ///
    /// - Throws: ``TimeExpressionError`` for the name that the zone has in the other half of the year.
    mutating func takeZone(
        of day: WrittenDay?, _ time: ClockTime?, _ context: TimeExpression.Context
    ) throws(TimeExpressionError) -> Bool {
        var day = day
        if case .checked(_, let date)? = day { day = date }
        guard case .date(let year?, let month, let day)? = day, let time, !isAtEnd,
            let local = LocalTime(year: year, month: month, day: day)
        else { return false }
        let date = local.at(hour: time.hour, minute: time.minute, second: time.second).instant(in: context.timeZone)
        let name = ZoneAbbreviation.text(of: context.timeZone, at: date)
        if take(name.lowercased()) { return true }
        let others = [-182.0, 182].map { ZoneAbbreviation.text(of: context.timeZone, at: date + $0 * 86_400) }
        if others.contains(where: { $0.lowercased() == peek() }) {
            throw error(.impossible, "\"\(peek().uppercased())\" is not the time there on that day: it is \(name)")
        }
        return false
    }
}

extension Date {
    /// Whole seconds since 1970, within what a zone file can hold.
    fileprivate var wholeSecondsClamped: Int { Int(min(max(timeIntervalSince1970.rounded(.down), -1e12), 1e12)) }
}
