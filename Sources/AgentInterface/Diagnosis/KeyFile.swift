// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc

/// A file with groups, keys and values: a D-Bus activation file or a systemd unit.
///
/// GLib's GKeyFile isn't used: it refuses a whole unit with a comment that begins with `;` or with a continued line.
package struct KeyFile: Hashable, Sendable {
    package let path: String
    private let values: [String: String]

    /// Reads a file; nil if the file can't be read.
    package init?(path: String) {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else { return nil }
        var values: [String: String] = [:]
        var group = ""
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
            if line.hasPrefix("[") {
                group = String(line.dropFirst().prefix { $0 != "]" })
            } else if !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") {
                let key = line[..<equals].filter { $0 != " " }
                values["\(group)/\(key)"] = String(line[line.index(after: equals)...].drop { $0 == " " })
            }
        }
        self.path = path
        self.values = values
    }

    /// Returns the value of a key in a group; the last value if the file has several.
    package func value(_ group: String, _ key: String) -> String? { values["\(group)/\(key)"] }

    /// Returns the program of a command line, such as the value of `Exec=`, without systemd's prefix characters.
    package static func program(of command: String) -> String? {
        let command = command.drop { "-@:+!|".contains($0) }
        let word =
            if let quote = command.first, quote == "\"" || quote == "'" {
                command.dropFirst().prefix { $0 != quote }
            } else {
                command.prefix { $0 != " " }
            }
        return word.isEmpty ? nil : String(word)
    }

    /// Returns true if the program is executable, or is a name without a path, which is looked up in `PATH` later.
    package static func canRun(_ program: String) -> Bool { !program.hasPrefix("/") || access(program, X_OK) == 0 }
}
