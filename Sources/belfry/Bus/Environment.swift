// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc

/// The environment variables that `belfry` reads.
enum Environment {
    /// The value of `name`; nil where it is unset or empty.
    static func value(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// Whether `BELFRY_FORMAT` asks for JSON everywhere.
    static var wantsJSON: Bool { value("BELFRY_FORMAT") == "json" }

    /// The application that speaks: `BELFRY_APP`, else `cli`.
    ///
    /// Empty inside a sandbox, which may only speak for itself.
    static var application: String {
        value("BELFRY_APP") ?? (value("FLATPAK_ID") == nil && value("SNAP_NAME") == nil ? "cli" : "")
    }

    /// The zone that `TZ` names, as the agent understands it; nil where it is unset.
    ///
    /// A name that is none is passed on too: the agent refuses it, and nobody is reminded at another hour.
    static var timeZone: String? {
        guard var zone = value("TZ") else { return nil }
        if zone.hasPrefix(":") { zone.removeFirst() }
        let folder = "/usr/share/zoneinfo/"
        if zone.hasPrefix(folder) { zone.removeFirst(folder.count) }
        return zone.isEmpty || zone == "/etc/localtime" ? nil : zone
    }

    /// What a command that runs later needs to be at home.
    static var forCommands: [String: String] {
        let names: Set = [
            "PATH", "LANG", "HOME", "DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS",
        ]
        return ProcessInfo.processInfo.environment.filter { names.contains($0.key) || $0.key.hasPrefix("LC_") }
    }
}
