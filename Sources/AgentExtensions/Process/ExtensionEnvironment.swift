// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ExtensionWire

/// The environment variables of an extension. All users of the machine can read them, so none has a secret.
enum ExtensionEnvironment {
    private static let path = "/usr/local/bin:/usr/bin:/bin"
    /// The variables of the agent that an extension in a sandbox gets: the person's language and time zone.
    private static let common: Set = ["LANG", "LANGUAGE", "LC_ALL", "TZ"]
    /// Further variables for an extension without a sandbox, which can read the folders that they name anyway.
    private static let folders: Set = [
        "HOME", "PATH", "USER", "LOGNAME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME",
    ]
    /// Further variables for Flatpak, which needs its installations and the bus to make a sandbox.
    private static let flatpak: Set = [
        "DBUS_SESSION_BUS_ADDRESS", "FLATPAK_CONFIG_DIR", "FLATPAK_SYSTEM_DIR", "FLATPAK_USER_DIR", "XDG_DATA_DIRS",
        "XDG_RUNTIME_DIR",
    ]

    /// Returns the environment of one run.
    ///
    /// - Parameters:
    ///   - program: The extension.
    ///   - isSandboxed: Whether the extension runs in bubblewrap.
    ///   - data: The path of the application's data folder as the extension sees it; nil if there is no such folder.
    ///   - own: The agent's environment.
    /// - Returns: The variables by their names.
    static func variables(
        of program: ExtensionProgram, isSandboxed: Bool, data: String?, own: [String: String]
    ) -> [String: String] {
        var names = common
        if !isSandboxed { names.formUnion(folders) }
        if program.isFlatpak { names.formUnion(flatpak) }
        var variables = own.filter { names.contains($0.key) || $0.key.hasPrefix("LC_") }
        if isSandboxed {
            variables["HOME"] = "/tmp"
            variables["PATH"] = path
        }
        variables["BELFRY_APP"] = program.app
        variables[ExtensionWire.dataVariable] = data
        // Foundation keeps `UserDefaults` in this folder; the sandbox's home folder is removed after the run.
        if isSandboxed, let data { variables["XDG_CONFIG_HOME"] = "\(data)/.config" }
        // A crash must end the process at once: the crash report of Swift's runtime may take longer than a run.
        variables["SWIFT_BACKTRACE"] = "enable=no"
        return variables
    }
}
