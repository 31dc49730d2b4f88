// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import TimeExpressions
import Triggers

/// Finds the zones that a calendar file names by `TZID`.
///
/// The rules in the file's `VTIMEZONE` are not read: the system's zone files are newer. A zone that the system does not
/// know gets the offset of its `VTIMEZONE`, if there is only one.
struct CalendarZones {
    /// The components `VTIMEZONE`, by `TZID`.
    private var definitions: [String: CalendarComponent] = [:]
    private var found: [String: Zone?] = [:]

    /// Maximum number of zones in a file.
    private static let mostZones = 500

    init(_ components: [CalendarComponent]) {
        for component in components where component.name == "VTIMEZONE" {
            definitions[component.text("TZID"), default: component] = component
        }
    }

    /// Returns the zone with this `TZID`; nil if neither the system nor the file knows it.
    mutating func zone(_ identifier: String) -> Zone? {
        if let known = found[identifier] { return known }
        // A file has few zones; looking up each name of a hostile file would read as many files of the system.
        guard found.count < Self.mostZones else { return nil }
        let zone = Self.named(identifier) ?? definitions[identifier].flatMap(Self.defined)
        found[identifier] = .some(zone)
        return zone
    }

    /// Returns the zone that has this name in the tz database or in Windows; a tz name may stand at the end of a path.
    private static func named(_ identifier: String) -> Zone? {
        guard identifier.utf8.count <= 256 else { return nil }
        if let windows = TimeExpression.zone(ofWindows: identifier) { return Zone(named: windows) }
        // Identifiers with a path are /mozilla.org/20070129_1/Europe/Berlin and /freeassociation.sourceforge.net/America/New_York.
        let parts = identifier.split(separator: "/")
        if !identifier.hasPrefix("/"), let zone = Zone(named: identifier) { return zone }
        for count in [3, 2, 1] where parts.count >= count && (parts.count > count || identifier.hasPrefix("/")) {
            if let zone = Zone(named: parts.suffix(count).joined(separator: "/")) { return zone }
        }
        return nil
    }

    /// Returns the zone that a `VTIMEZONE` names in a property other than `TZID`, or describes by a single offset.
    private static func defined(_ component: CalendarComponent) -> Zone? {
        for name in ["X-LIC-LOCATION", "X-MICROSOFT-CDO-TZID", "TZID-ALIAS-OF"] {
            let text = component.text(name)
            if !text.isEmpty, let zone = named(text) { return zone }
        }
        let offsets = Set(component.children.map { $0.text("TZOFFSETTO") })
        guard offsets.count == 1, let text = offsets.first, let seconds = offset(text) else { return nil }
        return Zone(secondsFromGMT: seconds)
    }

    /// Returns the seconds of an offset such as `+0100` or `-053000`; nil for other texts.
    static func offset(_ text: String) -> Int? {
        let digits = text.dropFirst()
        guard text.hasPrefix("+") || text.hasPrefix("-"), digits.isDigits, digits.count == 4 || digits.count == 6,
            let number = Int(digits)
        else { return nil }
        let whole = digits.count == 4 ? number * 100 : number
        let (hours, minutes, seconds) = (whole / 10_000, whole / 100 % 100, whole % 100)
        // Zones with seconds are historic; `Zone` names only zones with whole minutes.
        guard hours <= 18, minutes < 60, seconds == 0, hours < 18 || minutes == 0 else { return nil }
        return (hours * 3600 + minutes * 60) * (text.hasPrefix("-") ? -1 : 1)
    }
}
