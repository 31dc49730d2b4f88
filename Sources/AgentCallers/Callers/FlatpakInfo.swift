// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The file `/.flatpak-info`, in which Flatpak describes a sandbox; the sandbox can't change it.
///
/// GLib's GKeyFile isn't used, because it merges repeated groups and takes the last of two names.
enum FlatpakInfo {
    /// The file's name in the root folder of a sandboxed process.
    static let file = ".flatpak-info"
    /// The largest file that is read, in bytes; real ones have a few thousand.
    static let limit = 256 * 1024

    /// Returns the application id: `name` in the group `[Application]`.
    ///
    /// Nil if the name is missing, invalid or given twice: the application is then unknown.
    static func application(in text: String) -> String? {
        var names: [Substring] = []
        var groups = 0
        var isInGroup = false
        for line in text.unicodeScalars.split(separator: "\n").map(Substring.init) {
            if line.hasPrefix("[") {
                isInGroup = line == "[Application]"
                if isInGroup { groups += 1 }
            } else if isInGroup, line.hasPrefix("name=") {
                names.append(line.dropFirst("name=".count))
            }
        }
        guard groups == 1, names.count == 1, let name = names.first.map(String.init) else { return nil }
        return ApplicationID.isValid(name) ? name : nil
    }
}
