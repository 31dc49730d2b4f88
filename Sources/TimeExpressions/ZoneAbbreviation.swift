// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
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
        return "UTC" + DateText.offset(offset, zero: "")
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

extension Date {
    /// Whole seconds since 1970, within what a zone file can hold.
    fileprivate var wholeSecondsClamped: Int { Int(min(max(timeIntervalSince1970.rounded(.down), -1e12), 1e12)) }
}
