// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import ZoneFiles

/// The variable `TZ`, as glibc and so `date` understand it.
package enum ZoneVariable: Hashable, Sendable {
    /// It is not set, or is the machine's own file: the zone is the machine's.
    case machine
    /// It says which zone.
    case zone(Zone)
    /// It says nothing that there is; glibc takes UTC then.
    case unknown(String)

    /// What this process was started with.
    package static var ofThisProcess: ZoneVariable { ZoneVariable(getenv("TZ").map { String(cString: $0) }) }

    /// - Parameters:
    ///   - value: That of `TZ`; nil where it is not set, and empty is UTC.
    ///   - folder: Where the files are.
    package init(_ value: String?, in folder: ZoneFolder = .system) {
        guard let value else {
            self = .machine
            return
        }
        var name = value.hasPrefix(":") ? String(value.dropFirst()) : value
        if name.isEmpty {
            self = .zone(.gmt)
            return
        }
        if name == "/etc/localtime" {
            self = .machine
            return
        }
        if let own = Self.nameInFolder(name, folder) { name = own }
        // The file first: EST5EDT is one. `right/` differs by leap seconds, which the system's clock doesn't count.
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

    /// The zone's name in a path or a name such as `posix/Europe/Berlin`; nil where it is neither.
    private static func nameInFolder(_ path: String, _ folder: ZoneFolder) -> String? {
        var name = path
        for prefix in [folder.path + "/", "/usr/share/zoneinfo/"] where name.hasPrefix(prefix) {
            name.removeFirst(prefix.count)
            break
        }
        for prefix in ["posix/", "right/"] where name.hasPrefix(prefix) {
            name.removeFirst(prefix.count)
            break
        }
        return name == path || !ZoneFolder.isName(name) ? nil : name
    }

    /// An identifier that reads as the same zone: Foundation's `GMT+5` is east of Greenwich, the variable's is west.
    private static func identifier(_ name: String, _ rules: ZoneRules, in folder: ZoneFolder) -> String {
        if let zone = Zone(identifier: name, in: folder), zone.rules == rules || zone == .gmt && rules.isUTC {
            return zone.identifier
        }
        let letters = name.prefix { $0.isLetter }
        return "<\(letters)>\(name.dropFirst(letters.count))"
    }
}
