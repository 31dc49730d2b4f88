// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc

/// Folders in which D-Bus and systemd look for services of a person's session.
package struct SessionFolders: Sendable {
    /// Folders of D-Bus activation files; the first folder with a matching file counts.
    package let services: [String]
    /// Folders of systemd's user units; the first folder with the unit counts.
    package let units: [String]

    /// Uses the standard folders and the folders that the environment names.
    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        func folder(_ variable: String) -> String? { environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let home = environment["HOME"] ?? "/"
        let runtime = folder("XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())"
        let data = folder("XDG_DATA_HOME") ?? home + "/.local/share"
        let configuration = folder("XDG_CONFIG_HOME") ?? home + "/.config"
        let shared = (environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share")
            .split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
        let everywhere = shared + ["/usr/local/share", "/usr/share"].filter { !shared.contains($0) }
        services = ([runtime, data] + everywhere).map { $0 + "/dbus-1/services" }
        units =
            ([configuration, "/etc", runtime, "/run", data] + shared).map { $0 + "/systemd/user" }
            + ["/usr/local/lib/systemd/user", "/usr/lib/systemd/user", "/lib/systemd/user"]
    }

    /// Returns the activation file of a bus name; nil if there is no such file.
    package func activationFile(of name: String) -> KeyFile? {
        for folder in services {
            let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            // The file is usually named after the bus name, but D-Bus accepts any file name.
            for candidate in ["\(name).service"] + files.filter({ $0.hasSuffix(".service") }).sorted() {
                let file = KeyFile(path: "\(folder)/\(candidate)")
                if file?.value("D-BUS Service", "Name") == name { return file }
            }
        }
        return nil
    }

    /// Returns the path of a unit file; nil if there is no such file. A masked unit's file is a link to `/dev/null`.
    package func unitFile(_ name: String) -> String? { units.map { "\($0)/\(name)" }.first(where: Self.exists) }

    /// Returns true if a unit starts with the session, which a link in the target's `.wants` folder causes.
    package func isEnabled(_ unit: String, by target: String = "default.target") -> Bool {
        units.contains { Self.exists("\($0)/\(target).wants/\(unit)") }
    }

    /// Returns true if the path is that of a file or of a link, even of a link whose target doesn't exist.
    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Returns true if the unit file at this path is masked.
    package static func isMasked(_ path: String) -> Bool {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == "/dev/null"
    }
}
