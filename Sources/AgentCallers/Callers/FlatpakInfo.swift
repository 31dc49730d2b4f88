// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// What Flatpak writes of a sandbox into a file that the sandbox can't change, `/.flatpak-info`.
enum FlatpakInfo {
    /// The file, in the root folder of a sandboxed process.
    static let file = ".flatpak-info"
    /// The largest that is read, in bytes; real ones have a few thousand.
    static let limit = 256 * 1024

    /// The application: the one `name` of the one group `[Application]`.
    ///
    /// Nil where that is missing, no valid id, or said twice: then it isn't known who it is.
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
