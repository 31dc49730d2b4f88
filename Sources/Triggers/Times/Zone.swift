// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import ZoneFiles

/// A time zone: its name, and its rules as the system had them when it was made.
///
/// Stands for Foundation's `TimeZone`, whose rules are compiled in. Requests keep the name only; whoever reads a request
/// gets the rules of that moment. Two zones of one name are equal; ``rules`` tells whether an update has come between.
package struct Zone: Sendable {
    /// Such as `Europe/Berlin`, `GMT`, `GMT+0530` or `CET-1CEST,M3.5.0,M10.5.0/3`; ``init(identifier:)`` reads it.
    package let identifier: String
    /// How far its clock is from UTC, and when.
    package let rules: ZoneRules

    /// A zone with rules of one's own.
    package init(identifier: String, rules: ZoneRules) {
        self.identifier = identifier
        self.rules = rules
    }

    /// A zone that nobody here has the rules of: its clock always has this offset, in seconds east.
    package init(identifier: String, offset: Int) {
        self.init(identifier: identifier, rules: ZoneRules(offset: offset, name: "UTC" + UTCOffset.text(offset)))
    }

    /// UTC, whose identifier is that of Foundation: `GMT`.
    package static let gmt = Zone(identifier: "GMT", rules: .utc)

    /// The zone of this identifier; nil if there is none.
    ///
    /// A name is that of a file of the system. `GMT+0530`, `UTC+5:30` and `GMT+5` are east of Greenwich, as Foundation
    /// has them. A line in POSIX's form, `CET-1CEST,M3.5.0,M10.5.0/3`, counts west of it; `TZ=GMT+5` is `<GMT>+5` here.
    ///
    /// - Parameters:
    ///   - identifier: Capital letters count.
    ///   - folder: Where the files are.
    package init?(identifier: String, in folder: ZoneFolder = .system) {
        if let named = Zone(named: identifier, in: folder) {
            self = named
        } else if !Self.isOfGreenwich(identifier), let zone = PosixZone(identifier) {
            self.init(identifier: identifier, rules: ZoneRules(zone))
        } else {
            return nil
        }
    }

    /// Whether it begins as a fixed offset: what is none is not to be read with the other sign.
    private static func isOfGreenwich(_ text: String) -> Bool {
        ["GMT+", "GMT-", "UTC+", "UTC-"].contains { text.hasPrefix($0) }
    }

    /// The same without lines in POSIX's form, which nobody writes behind a time: `EST5` would be one.
    package init?(named name: String, in folder: ZoneFolder = .system) {
        if let seconds = Self.secondsOfFixedZone(name) {
            self.init(secondsFromGMT: seconds)
        } else if let rules = folder.rules(named: name) {
            self.init(identifier: name, rules: rules)
        } else {
            return nil
        }
    }

    /// A clock that is always this far east of Greenwich; its identifier is such as `GMT+0530`.
    package init(secondsFromGMT seconds: Int) {
        guard seconds != 0 else {
            self = .gmt
            return
        }
        let text = UTCOffset.text(seconds)
        self.init(
            identifier: "GMT" + text.filter { $0 != ":" }, rules: ZoneRules(offset: seconds, name: "UTC" + text))
    }

    /// How many seconds its clock is ahead of UTC at a moment.
    package func secondsFromGMT(for date: Date) -> Int { rules.offset(at: date.wholeSeconds) }

    /// The short name of its time at a moment, such as `CET`, or `+0545` where there are no letters for it.
    package func abbreviation(for date: Date) -> String { rules.time(at: date.wholeSeconds).name }

    /// Reads `GMT`, `UTC`, `GMT+5`, `UTC-03:30`, `GMT+0530`; at most 18 hours either way.
    private static func secondsOfFixedZone(_ text: String) -> Int? {
        guard text.hasPrefix("GMT") || text.hasPrefix("UTC") else { return nil }
        let offset = text.utf8.dropFirst(3)
        guard let sign = offset.first else { return 0 }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        var digits = Array(offset.dropFirst())
        if let colon = digits.firstIndex(of: UInt8(ascii: ":")) {
            guard colon == digits.count - 3, colon > 0 else { return nil }
            digits.remove(at: colon)
        }
        guard (1...4).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1) - 48 }
        let (hours, minutes) = digits.count < 3 ? (number, 0) : (number / 100, number % 100)
        guard hours * 60 + minutes <= 18 * 60, minutes < 60 else { return nil }
        return (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
    }
}

extension Zone: Hashable {
    package static func == (one: Zone, other: Zone) -> Bool { one.identifier == other.identifier }

    package func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}
