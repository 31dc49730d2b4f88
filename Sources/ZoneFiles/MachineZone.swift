// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The machine's time zone, from the link or file `/etc/localtime`, or else the name in `/etc/timezone`.
package struct MachineZone {
    /// Source of the machine's zone.
    package enum Source: Hashable, Sendable {
        /// The link `localtime`, or a copy of a zone file in its place.
        case link
        /// The file `timezone`.
        case name
    }

    /// Name like `Europe/Berlin`; for a file of an unknown zone, the POSIX form of the file's rules for future years.
    package let identifier: String
    /// Offsets from UTC over time.
    package let rules: ZoneRules
    package let source: Source

    /// Reads the machine's zone from `localtime` or `timezone` in a folder; nil if neither gives a zone.
    package init?(in folder: String = "/etc", zones: ZoneFolder = .system) {
        let link = "\(folder)/localtime"
        // The link's own target comes first: the target may itself be a link to another name of the same zone.
        for target in [Self.target(of: link), Self.realPath(link)] {
            guard let name = target.flatMap(Self.name(ofPath:)) else { continue }
            // The file in `zones` is preferred to the link's target, which may be in a zone folder with other rules.
            guard let rules = zones.rules(named: name) ?? ZoneFolder.rules(inFile: link) else { continue }
            (identifier, self.rules, source) = (name, rules, .link)
            return
        }
        let named = Self.name(inFile: "\(folder)/timezone").flatMap { name in
            zones.rules(named: name).map { (name: name, rules: $0) }
        }
        if let bytes = ZoneFolder.contents(of: link), let file = ZoneFile(bytes) {
            let isNamed = named?.rules == file.rules
            let name = isNamed ? named?.name : zones.name(ofContents: bytes)
            (identifier, rules, source) = (name ?? file.footer ?? "GMT", file.rules, .link)
        } else if let named {
            (identifier, rules, source) = (named.name, named.rules, .name)
        } else {
            return nil
        }
    }

    /// Returns the name of the zone whose file has this path.
    private static func name(ofPath path: String) -> String? {
        guard let marker = path.firstRange(of: "/zoneinfo/") else { return nil }
        var name = path[marker.upperBound...]
        for prefix in ["posix/", "right/"] where name.hasPrefix(prefix) { name = name.dropFirst(prefix.count) }
        return ZoneFolder.isName(String(name)) ? String(name) : nil
    }

    private static func name(inFile path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return nil }
        let line = bytes[..<count].drop { $0 <= 32 }.prefix { $0 > 32 }
        let name = String(decoding: line, as: UTF8.self)
        return ZoneFolder.isName(name) ? name : nil
    }

    private static func target(of link: String) -> String? {
        var characters = [CChar](repeating: 0, count: 4096)
        let count = readlink(link, &characters, characters.count)
        return count > 0 ? String(decoding: characters[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
