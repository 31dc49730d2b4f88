// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// Finds out which zone the person is in, each time anew: Foundation asks once and keeps the answer.
struct ZoneReader: Sendable {
    /// The zone that `TZ` has fixed when the agent was started; nil where it follows the machine's.
    let fixed: TimeZone?
    /// Where `localtime` and `timezone` are: `/etc`.
    let folder: String

    init(environment: [String: String] = ProcessInfo.processInfo.environment, folder: String? = nil) {
        self.folder = folder ?? Self.folder(environment)
        let name = environment["TZ"].map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 } ?? ""
        // Rules in POSIX's own form are Foundation's to understand.
        fixed = name.isEmpty ? nil : Self.zone(named: name) ?? .current
    }

    /// The zone of `TZ`, else of the link `localtime`, else named in `timezone`, else Foundation's own.
    func read() -> TimeZone {
        if let fixed { return fixed }
        return Self.linkedZone("\(folder)/localtime") ?? Self.namedZone("\(folder)/timezone") ?? .current
    }

    /// The zone whose file a link leads to.
    static func linkedZone(_ link: String) -> TimeZone? {
        // The link's own words first: the file may be a link itself, to another name of the same zone.
        let targets = [try? FileManager.default.destinationOfSymbolicLink(atPath: link), realPath(link)]
        for target in targets.compactMap(\.self) {
            if let zone = zone(named: target) { return zone }
        }
        return nil
    }

    /// The zone whose name a file holds.
    static func namedZone(_ file: String) -> TimeZone? {
        let name = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        return zone(named: name.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Whether a value of `TZ` names a zone, or is one in POSIX's own form.
    static func isZone(_ value: String) -> Bool {
        let name = value.hasPrefix(":") ? String(value.dropFirst()) : value
        // Such as CET-1CEST, or <+03>-3: letters, and an offset behind them.
        return zone(named: name) != nil || name.contains { $0.isNumber } && !name.contains("/")
    }

    /// `/etc`; where a test's machine has it instead, in a debug build.
    private static func folder(_ environment: [String: String]) -> String {
        #if DEBUG
        if let folder = environment["BELFRYD_ZONE_FOLDER"] { return folder }
        #endif
        return "/etc"
    }

    /// A zone by its name, or by the path of its file.
    private static func zone(named name: String) -> TimeZone? {
        var name = name
        if let folder = name.range(of: "/zoneinfo/") {
            name = String(name[folder.upperBound...])
            for prefix in ["posix/", "right/"] where name.hasPrefix(prefix) { name.removeFirst(prefix.count) }
        }
        return name.isEmpty || name.hasPrefix("/") || name.hasPrefix(".") ? nil : TimeZone(identifier: name)
    }

    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
