// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentFiles
import Foundation
package import Triggers
package import ZoneFiles

/// Reads the person's time zone and its rules, anew at each call.
package struct ZoneReader: Sendable {
    /// The value of `TZ` when the agent started; nil if it was not set.
    let variable: String?
    /// The folder of `localtime` and `timezone`: `/etc`.
    let folder: String
    /// The folder of the zone files.
    let zones: ZoneFolder

    package init(
        environment: [String: String] = ProcessInfo.processInfo.environment, folder: String? = nil,
        zones: ZoneFolder = .system
    ) {
        self.folder = folder ?? TestHook.zoneFolder.value ?? "/etc"
        self.zones = zones
        variable = environment["TZ"]
    }

    /// Whether `TZ` fixes the zone, so that the machine's doesn't count.
    var isFixed: Bool { ZoneVariable(variable, in: zones) != .machine }

    /// Returns the zone of `TZ`, else of the link or file `localtime`, else named in `timezone`, else UTC.
    package func read() -> Zone {
        switch ZoneVariable(variable, in: zones) {
        case .zone(let zone): zone
        // An unknown `TZ` means UTC, as for other programs.
        case .unknown: .gmt
        case .machine: Zone(machine: machine)
        }
    }

    /// The machine's present zone.
    var machine: MachineZone? { MachineZone(in: folder, zones: zones) }
}
