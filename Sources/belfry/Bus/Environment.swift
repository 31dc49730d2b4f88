// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import Triggers

/// The environment variables that `belfry` reads.
enum Environment {
    /// The value of `name`; nil where it is unset or empty.
    static func value(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// Whether `BELFRY_FORMAT` asks for JSON everywhere.
    static var wantsJSON: Bool { value("BELFRY_FORMAT") == "json" }

    /// What is wrong with `BELFRY_FORMAT`; nil where it is understood.
    static var formatFault: String? {
        guard let format = value("BELFRY_FORMAT"), format != "json", format != "text" else { return nil }
        return "BELFRY_FORMAT is \"\(format.onOneLine)\"; it is json or text"
    }

    /// The application that speaks: `BELFRY_APP`, else `cli`.
    ///
    /// Empty inside a sandbox, which may only speak for itself.
    static var application: String {
        value("BELFRY_APP") ?? (value("FLATPAK_ID") == nil && value("SNAP_NAME") == nil ? "cli" : "")
    }

    /// The zone that `TZ` says, as `date` understands it and the agent names it; nil where it is unset.
    ///
    /// - Throws: ``Failure`` for what is no zone, or is one by a file of the caller's own: nobody is to be reminded
    ///   at another hour.
    static func timeZone() throws -> String? {
        let text = getenv("TZ").map { String(cString: $0) }
        switch ZoneVariable(text) {
        case .machine: return nil
        case .zone(let zone) where !zone.identifier.hasPrefix("/"): return zone.identifier
        case .zone, .unknown:
            throw Failure(
                .usage,
                "TZ is \"\(text ?? "")\"; it must be a zone such as Europe/Berlin or CET-1CEST,M3.5.0,M10.5.0/3, or unset."
            )
        }
    }

    /// What a command that runs later needs to be at home.
    static var forCommands: [String: String] {
        let names: Set = [
            "PATH", "LANG", "HOME", "DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS",
        ]
        return ProcessInfo.processInfo.environment.filter { names.contains($0.key) || $0.key.hasPrefix("LC_") }
    }
}
