// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Triggers
package import ZoneFiles

/// Finds out which zone the person is in, and its rules, each time anew.
package struct ZoneReader: Sendable {
    /// The value of `TZ` when the agent was started; nil where it was not set.
    let variable: String?
    /// Where `localtime` and `timezone` are: `/etc`.
    let folder: String
    /// Where the zone files are.
    let zones: ZoneFolder

    package init(
        environment: [String: String] = ProcessInfo.processInfo.environment, folder: String? = nil,
        zones: ZoneFolder = .system
    ) {
        self.folder = folder ?? Self.folder(environment)
        self.zones = zones
        variable = environment["TZ"]
    }

    /// Whether `TZ` has fixed the zone, and the machine's doesn't count.
    var isFixed: Bool { ZoneVariable(variable, in: zones) != .machine }

    /// The zone of `TZ`, else of the link or the file `localtime`, else named in `timezone`, else UTC.
    package func read() -> Zone {
        switch ZoneVariable(variable, in: zones) {
        case .zone(let zone): zone
        // As everything else on the machine has it.
        case .unknown: .gmt
        case .machine: Zone(machine: machine)
        }
    }

    /// The machine's zone, as it is now.
    var machine: MachineZone? { MachineZone(in: folder, zones: zones) }

    /// `/etc`; where a test's machine has it instead, in a debug build.
    private static func folder(_ environment: [String: String]) -> String {
        #if DEBUG
        if let folder = environment["BELFRYD_ZONE_FOLDER"] { return folder }
        #endif
        return "/etc"
    }
}
