// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentFiles
import Foundation
package import Triggers
package import ZoneFiles

/// Reads the person's time zone, from `TZ` or the machine's files, and the zone's rules, again at each call.
package struct ZoneReader: Sendable {
    /// The value of `TZ` when the agent started; nil if it was not set.
    let variable: String?
    /// The folder of the files `localtime` and `timezone`: `/etc`, except in tests.
    let folder: String
    let zones: ZoneFolder

    package init(
        environment: [String: String] = ProcessInfo.processInfo.environment, folder: String? = nil,
        zones: ZoneFolder = .system
    ) {
        self.folder = folder ?? TestHook.zoneFolder.value ?? "/etc"
        self.zones = zones
        variable = environment["TZ"]
    }

    /// Whether the time zone comes from `TZ`, and not from the machine's settings.
    var isFixed: Bool { ZoneVariable(variable, in: zones) != .machine }

    /// Returns the first zone that is set: in `TZ`, by the link or file `localtime`, or in `timezone`; UTC if none is.
    package func read() -> Zone {
        switch ZoneVariable(variable, in: zones) {
        case .zone(let zone): zone
        // An unknown `TZ` means UTC, as for other programs.
        case .unknown: .gmt
        case .machine: Zone(machine: machine)
        }
    }

    var machine: MachineZone? { MachineZone(in: folder, zones: zones) }
}

extension ZoneReader {
    /// The source of the person's time zone.
    package enum Source: Hashable, Sendable {
        /// The variable `TZ`, with its value.
        case variable(String, isKnown: Bool)
        /// The link or the file `localtime`, by its path.
        case link(String)
        /// The file `timezone`, by its path.
        case name(String)
        /// No source: the zone is UTC.
        case none
        /// A test's clock has set the zone.
        case testClock
    }

    /// Returns the source from which ``read()`` now takes the zone.
    package func source() -> Source {
        switch ZoneVariable(variable, in: zones) {
        case .zone: .variable(variable ?? "", isKnown: true)
        case .unknown(let value): .variable(value, isKnown: false)
        case .machine:
            switch machine?.source {
            case .link: .link("\(folder)/localtime")
            case .name: .name("\(folder)/timezone")
            case nil: .none
            }
        }
    }
}

/// The time zone rules that the agent uses: the system's zone files.
package enum ZoneData {
    /// Returns the version of the system's rules, such as `2025b`; `unknown` if the folder doesn't tell.
    package static func version(in folder: String = ZoneFolder.system.path) -> String {
        guard let file = FileHandle(forReadingAtPath: folder + "/tzdata.zi"),
            let data = try? file.read(upToCount: 64),
            let line = String(decoding: data, as: UTF8.self).split(separator: "\n").first,
            line.hasPrefix("# version ")
        else { return "unknown" }
        let version = line.dropFirst("# version ".count)
        return version.isEmpty ? "unknown" : String(version)
    }

    /// Tells whether zone files are installed; without them only UTC and fixed offsets are known.
    package static func isThere(in folder: ZoneFolder = .system) -> Bool {
        ["Etc/UTC", "UTC", "Europe/London", "America/New_York"].contains { folder.rules(named: $0) != nil }
    }
}
