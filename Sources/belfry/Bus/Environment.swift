// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import Triggers

/// The environment variables that `belfry` reads.
enum Environment {
    /// Returns the value of a variable; nil if it is unset or empty.
    static func value(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// True if `BELFRY_FORMAT` selects JSON output.
    static var wantsJSON: Bool { value("BELFRY_FORMAT") == "json" }

    /// The error message for an invalid `BELFRY_FORMAT`; nil if the variable is valid or unset.
    static var formatFault: String? {
        guard let format = value("BELFRY_FORMAT"), format != "json", format != "text" else { return nil }
        return "BELFRY_FORMAT is \"\(format.onOneLine)\"; it is json or text"
    }

    /// The application id that the command passes to the agent: `BELFRY_APP`, else `cli`.
    ///
    /// Inside a sandbox, the default is empty instead of `cli`: the agent then uses the sandbox's id, because the agent
    /// allows a sandboxed program no other id.
    static var application: String {
        value("BELFRY_APP") ?? (value("FLATPAK_ID") == nil && value("SNAP_NAME") == nil ? "cli" : "")
    }

    /// Returns the time zone of `TZ` by the name that the agent uses for it; nil if `TZ` is unset.
    ///
    /// - Throws: ``Failure`` for an unknown zone or the path of a zone file, so that no request fires at a wrong hour.
    static func timeZone() throws -> String? {
        let text = getenv("TZ").map { String(cString: $0) }
        switch ZoneVariable(text) {
        case .machine: return nil
        case .zone(let zone) where !zone.identifier.hasPrefix("/"): return zone.identifier
        case .zone, .unknown:
            throw Failure(
                .usage,
                "TZ is \"\(text ?? "")\"; it must be a zone such as Europe/Berlin or CET-1CEST,M3.5.0,M10.5.0/3, or unset"
            )
        }
    }

    /// Variables of this process's environment that are passed to commands that the agent runs later.
    static var forCommands: [String: String] {
        let names: Set = [
            "PATH", "LANG", "HOME", "DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS",
        ]
        return ProcessInfo.processInfo.environment.filter { names.contains($0.key) || $0.key.hasPrefix("LC_") }
    }
}
