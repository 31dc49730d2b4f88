// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import Synchronization
package import ZoneFiles

/// A time zone: its name, and its rules as of its creation.
///
/// The type replaces Foundation's `TimeZone`, whose rules are compiled in. Requests store the name only, and get the
/// current rules when they are read. Zones with the same name are equal; compare ``rules`` to detect an update.
package struct Zone: Sendable {
    /// Name, such as `Europe/Berlin`, `GMT`, `GMT+0530` or `CET-1CEST,M3.5.0,M10.5.0/3`.
    package let identifier: String
    /// Offsets from UTC over time.
    package let rules: ZoneRules

    package init(identifier: String, rules: ZoneRules) {
        self.identifier = identifier
        self.rules = rules
    }

    /// Creates a zone whose rules are not known: its clock always has this offset, in seconds east of Greenwich.
    package init(identifier: String, offset: Int) {
        self.init(identifier: identifier, rules: ZoneRules(offset: offset, name: "UTC" + UTCOffset.text(offset)))
    }

    /// UTC, with Foundation's identifier: `GMT`.
    package static let gmt = Zone(identifier: "GMT", rules: .utc)

    /// Creates the zone with this identifier; nil if there is none.
    ///
    /// A name such as `Europe/Berlin` is the path of a file in `folder`. `GMT+0530`, `UTC+5:30` and `GMT+5` are east of
    /// Greenwich, as in Foundation. In a POSIX form such as `CET-1CEST,M3.5.0,M10.5.0/3`, offsets are positive west of
    /// Greenwich; the identifier for `TZ=GMT+5` is `<GMT>+5`. Case matters.
    package init?(identifier: String, in folder: ZoneFolder = .system) {
        if let named = Zone(named: identifier, in: folder) {
            self = named
        } else if !Self.isOfGreenwich(identifier), let zone = PosixZone(identifier) {
            self.init(identifier: identifier, rules: ZoneRules(zone))
        } else {
            return nil
        }
    }

    /// Returns whether the text begins like a fixed offset, whose sign is the opposite of that in a POSIX form.
    private static func isOfGreenwich(_ text: String) -> Bool {
        ["GMT+", "GMT-", "UTC+", "UTC-"].contains { text.hasPrefix($0) }
    }

    /// Creates the zone with this name; a POSIX form such as `EST5` is refused: such a name after a time is a mistake.
    package init?(named name: String, in folder: ZoneFolder = .system) {
        if let seconds = Self.secondsOfFixedZone(name) {
            self.init(secondsFromGMT: seconds)
        } else if let rules = folder.rules(named: name) {
            self.init(identifier: name, rules: rules)
        } else {
            return nil
        }
    }

    /// Creates a zone with a fixed offset in seconds east of Greenwich; its identifier has the form `GMT+0530`.
    package init(secondsFromGMT seconds: Int) {
        let text = UTCOffset.text(seconds).filter { $0 != ":" }
        self = seconds == 0 ? .gmt : Zone(identifier: "GMT" + text, offset: seconds)
    }

    /// Returns the seconds by which the zone's clock is ahead of UTC at a moment.
    package func secondsFromGMT(for date: Date) -> Int { rules.offset(at: date.wholeSeconds) }

    /// Returns the abbreviation of the zone's time at a moment, such as `CET`, or `+0545` if the time has no letters.
    package func abbreviation(for date: Date) -> String { rules.time(at: date.wholeSeconds).name }

    /// Parses `GMT`, `UTC`, `GMT+5`, `UTC-03:30`, `GMT+0530`; returns the offset in seconds, up to 18 hours either way.
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

extension Zone {
    private static let own = Mutex<Zone?>(nil)

    /// The zone in which this process writes dates: that of `TZ`, or else the machine's zone at the first use.
    ///
    /// A long-lived process sets this property when the person's zone changes.
    package static var current: Zone {
        get {
            own.withLock { own in
                if let own { return own }
                let zone = Zone(machine: MachineZone())
                let current = if case .zone(let zone) = ZoneVariable.ofThisProcess { zone } else { zone }
                own = current
                return current
            }
        }
        set { own.withLock { $0 = newValue } }
    }

    /// Creates the machine's zone; UTC if it is unknown.
    package init(machine: MachineZone?) {
        guard let machine else {
            self = .gmt
            return
        }
        let isUTC = machine.identifier == "UTC" || machine.identifier == "GMT"
        self = isUTC && machine.rules.isUTC ? .gmt : Zone(identifier: machine.identifier, rules: machine.rules)
    }
}
