// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import Triggers

/// A date of a calendar file: a whole day, or a time with or without a zone (RFC 5545, 3.3.4 and 3.3.5).
package enum CalendarTime: Hashable, Sendable {
    /// Whole day, given as the number of days since 1970-01-01.
    case day(Int)
    /// Local time in a zone; without a zone, the local time is in the person's present zone.
    case time(LocalTime, Zone?)

    /// Parses `20271224`, `20271224T180000` or `20271224T170000Z`; nil for other texts and days that don't exist.
    package init?(_ text: some StringProtocol, in zone: Zone? = nil) {
        let isUTC = text.hasSuffix("Z") || text.hasSuffix("z")
        let plain = String(isUTC ? text.dropLast() : text[...])
        let size = plain.utf8.count
        guard size == 8 && !isUTC || size == 15, plain.utf8.prefix(8).allSatisfy({ (48...57).contains($0) }),
            let local = LocalTime(plain)
        else { return nil }
        self = size == 8 ? .day(local.dayNumber) : .time(local, isUTC ? .gmt : zone)
    }

    /// Tells whether this is a whole day.
    package var isDay: Bool { if case .day = self { true } else { false } }

    /// Number of the day since 1970-01-01, on the clock of the time's own zone.
    package var dayNumber: Int {
        switch self {
        case .day(let number): number
        case .time(let local, _): local.dayNumber
        }
    }

    /// Zone of a time; nil for a day and for a floating time.
    package var zone: Zone? { if case .time(_, let zone) = self { zone } else { nil } }

    /// Returns the time as a local time; a whole day begins at `hour`.
    package func local(atHour hour: Int = 0) -> LocalTime {
        switch self {
        case .day(let number): LocalTime(seconds: number * 86_400).at(hour: hour)
        case .time(let local, _): local
        }
    }

    /// Returns the moment of the time; a day, and a time without a zone, are taken in `timeZone`.
    package func date(in timeZone: Zone, atHour hour: Int = 0) -> Date {
        local(atHour: hour).instant(in: zone ?? timeZone)
    }

    /// Returns the time some seconds later; multiples of a day keep the local time. Returns nil if a whole day would
    /// move by part of a day.
    func adding(_ seconds: Int) -> CalendarTime? {
        switch self {
        case .day(let number): return seconds % 86_400 == 0 ? .day(number + seconds / 86_400) : nil
        case .time(let local, let zone?) where seconds % 86_400 != 0:
            return .time(LocalTime(local.instant(in: zone) + Double(seconds), in: zone), zone)
        case .time(let local, let zone): return .time(local.adding(seconds: seconds), zone)
        }
    }

    /// Returns the time in the form in which a recurrence set with the zone `zone` keeps its dates.
    func moment(inSetOf zone: Zone?, atHour hour: Int) -> RecurrenceRule.Moment {
        guard let own = self.zone, own != zone else { return .local(local(atHour: hour)) }
        return .instant(local().instant(in: own))
    }
}

/// A duration of a calendar file: `PT15M`, `-P1DT2H`, `P2W` (RFC 5545, 3.3.6).
package enum CalendarDuration {
    /// Returns the seconds of a duration, with days of 24 hours; nil for other texts and more than 100 years.
    package static func seconds(_ text: some StringProtocol) -> Int? {
        var rest = text.uppercased()[...]
        let isNegative = rest.hasPrefix("-")
        if isNegative || rest.hasPrefix("+") { rest.removeFirst() }
        guard rest.hasPrefix("P"), rest.utf8.count <= 64 else { return nil }
        rest.removeFirst()
        var (total, isTime, parts) = (0, false, 0)
        let units: [(Character, Int, Bool)] = [
            ("W", 604_800, false), ("D", 86_400, false), ("H", 3600, true), ("M", 60, true), ("S", 1, true),
        ]
        while !rest.isEmpty {
            if rest.hasPrefix("T"), !isTime {
                isTime = true
                rest.removeFirst()
                continue
            }
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard (1...9).contains(digits.count), let number = Int(digits) else { return nil }
            rest = rest.dropFirst(digits.count)
            guard let letter = rest.first, let unit = units.first(where: { $0.0 == letter && $0.2 == isTime }) else {
                return nil
            }
            rest.removeFirst()
            total += number * unit.1
            parts += 1
        }
        guard parts > 0, parts <= 5, total <= 3_155_760_000 else { return nil }
        return isNegative ? -total : total
    }
}
