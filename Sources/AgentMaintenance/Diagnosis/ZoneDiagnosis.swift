// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentInterface
package import AgentMachine
package import Triggers
package import ZoneFiles

/// Findings about the agent's time zone, the place where the zone is set, and the files with the zones' rules.
package enum ZoneDiagnosis {
    /// Returns one finding about the time zone, and one about the files with the zones' rules.
    package static func findings(source: ZoneReader.Source, zone: Zone, in folder: ZoneFolder = .system) -> [Finding] {
        [finding(source, zone.identifier), rules(in: folder)]
    }

    private static func finding(_ source: ZoneReader.Source, _ zone: String) -> Finding {
        switch source {
        case .variable(let value, isKnown: true):
            Finding(
                "time.zone", .note, "\(zone), set by TZ=\(value)",
                advice: "Unset TZ for the agent if times are to follow the zone that the machine is in.")
        case .variable(let value, isKnown: false):
            Finding(
                "time.zone", .warning, "\(zone), because TZ=\(value) is not a time zone",
                advice: "Set TZ to a name such as Europe/Berlin, or unset it.")
        case .link(let path): Finding("time.zone", "\(zone), by \(path)")
        case .name(let path): Finding("time.zone", "\(zone), by \(path)")
        case .none:
            Finding(
                "time.zone", .warning, "\(zone), because no time zone is set",
                advice: "Set the machine's zone with timedatectl set-timezone, or link /etc/localtime.")
        case .testClock: Finding("time.zone", .note, "\(zone), of a test clock")
        }
    }

    private static func rules(in folder: ZoneFolder) -> Finding {
        guard ZoneData.isThere(in: folder) else {
            return Finding(
                "time.rules", .warning,
                "there are no zone files in \(folder.path): only UTC and fixed offsets are known",
                advice: "Install the package tzdata.")
        }
        return Finding("time.rules", "\(ZoneData.version(in: folder.path)), by \(folder.path)")
    }
}
