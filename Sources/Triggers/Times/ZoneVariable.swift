// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import ZoneFiles

/// The variable `TZ`, interpreted as by glibc and `date`.
package enum ZoneVariable: Hashable, Sendable {
    /// The variable is not set, or names the file with the machine's zone: that zone applies.
    case machine
    /// The variable names a zone.
    case zone(Zone)
    /// The variable names an unknown zone; glibc uses UTC then.
    case unknown(String)

    private static let machineFile = "/etc/localtime"

    /// The value of `TZ` with which this process was started.
    package static var ofThisProcess: ZoneVariable { ZoneVariable(getenv("TZ").map { String(cString: $0) }) }

    /// Creates the variable from the value of `TZ`: nil if it is not set; empty means UTC.
    package init(_ value: String?, in folder: ZoneFolder = .system) {
        let value = value ?? Self.machineFile
        var name = value.hasPrefix(":") ? String(value.dropFirst()) : value
        if name.isEmpty || name == Self.machineFile {
            self = name.isEmpty ? .zone(.gmt) : .machine
            return
        }
        if let own = Self.nameInFolder(name, folder) { name = own }
        // EST5EDT is the name of a zone file and also a POSIX rule; the file is preferred. A name in `right/` only adds
        // leap seconds, which the clock ignores.
        if !name.hasPrefix("/"), let rules = folder.rules(named: name) {
            self = .zone(Zone(identifier: Self.identifier(name, rules, in: folder), rules: rules))
        } else if name.hasPrefix("/"), let rules = ZoneFolder.rules(inFile: name) {
            self = .zone(Zone(identifier: name, rules: rules))
        } else if let zone = PosixZone(name) {
            let rules = ZoneRules(zone)
            self = .zone(Zone(identifier: Self.identifier(name, rules, in: folder), rules: rules))
        } else {
            self = .unknown(value)
        }
    }

    /// Returns the zone's name for a path or a name such as `posix/Europe/Berlin`; nil for other texts.
    private static func nameInFolder(_ path: String, _ folder: ZoneFolder) -> String? {
        var name = path
        for prefixes in [[folder.path + "/", "/usr/share/zoneinfo/"], ["posix/", "right/"]] {
            if let prefix = prefixes.first(where: name.hasPrefix) { name.removeFirst(prefix.count) }
        }
        return name == path || !ZoneFolder.isName(name) ? nil : name
    }

    /// Returns ``Zone``'s identifier for the zone in `TZ`: `GMT+5` is east of Greenwich in Foundation, west in `TZ`.
    private static func identifier(_ name: String, _ rules: ZoneRules, in folder: ZoneFolder) -> String {
        if let zone = Zone(identifier: name, in: folder), zone.rules == rules || zone == .gmt && rules.isUTC {
            return zone.identifier
        }
        let letters = name.prefix { $0.isLetter }
        return "<\(letters)>\(name.dropFirst(letters.count))"
    }
}
