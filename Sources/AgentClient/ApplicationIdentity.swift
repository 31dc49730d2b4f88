// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Finds the application id of this program.
///
/// The first of these that exists is used: 1. In a sandbox (Flatpak, snap), the sandbox's id, which the agent finds; no
/// other id is accepted. 2. `Bundle.main.bundleIdentifier`. On Linux, Foundation reads it from an `Info.plist` in one
/// of five places: beside the executable, in `Contents/`, `Resources/` or `Support Files/` there, or, for an executable
/// in `NAME.app/Contents/Linux/`, in `NAME.app/Contents/`. A symbolic link from `/usr/bin` to the executable is
/// followed. A `NAME.resources` folder there or in `../share` is not searched. 3. `$BELFRY_APP`. 4. The desktop file
/// that started this process (`$GIO_LAUNCHED_DESKTOP_FILE`). 5. The agent's own choice: the systemd unit in which the
/// desktop started the program, else the executable's name.
package enum ApplicationIdentity {
    /// Returns the application id; empty if the agent must find it.
    package static func find() -> String {
        if isSandboxed { return "" }
        let candidates = [bundleIdentifier, { variable("BELFRY_APP") }, desktopFileID]
        return candidates.lazy.compactMap { $0() }.first(where: isValid) ?? ""
    }

    /// True if a sandbox defines the application id.
    package static var isSandboxed: Bool { access("/.flatpak-info", F_OK) == 0 || getenv("SNAP_NAME") != nil }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// Asks Foundation only if an `Info.plist` exists, because searching without success takes a millisecond.
    private static func bundleIdentifier() -> String? {
        guard let executable = realpath("/proc/self/exe", nil) else { return Bundle.main.bundleIdentifier }
        defer { free(executable) }
        let home = parent(String(cString: executable))
        let around = parent(home)
        var places = ["", "/Contents", "/Resources", "/Support Files"].map { home + $0 }
        if around.hasSuffix("/Contents") { places.append(around) }
        guard places.contains(where: { access($0 + "/Info.plist", R_OK) == 0 }) else { return nil }
        return Bundle.main.bundleIdentifier
    }

    private static func parent(_ path: String) -> String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "" }

    private static func desktopFileID() -> String? {
        // A child of the program that GIO has started inherits these variables, too, but not the program's PID.
        guard let process = variable("GIO_LAUNCHED_DESKTOP_FILE_PID"), process == "\(getpid())",
            let path = variable("GIO_LAUNCHED_DESKTOP_FILE"), path.hasSuffix(".desktop")
        else { return nil }
        let parts = path.dropLast(".desktop".count).split(separator: "/")
        // Folders below `applications` are part of the id.
        let start = parts.lastIndex(of: "applications").map { $0 + 1 } ?? parts.endIndex - 1
        return parts[start...].joined(separator: "-")
    }

    private static func isValid(_ id: String) -> Bool {
        !id.isEmpty && id.utf8.count <= 255
            && id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
            && id.contains { $0 != "." }
    }
}
