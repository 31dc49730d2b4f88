// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import Glibc
import TOMLKit

/// Reads a settings file, which is written in TOML.
package enum SettingsFile {
    /// Reads a settings file into `settings`, which stay as they are if there is no file.
    ///
    /// - Parameters:
    ///   - path: The file, which may be missing; an existing one must be readable.
    ///   - settings: The settings.
    /// - Throws: ``ConfigurationError`` that names the file, and the invalid key or line.
    package static func read<Table: SettingsTable>(_ path: String, into settings: inout Table) throws {
        guard let data = try data(of: path, atMost: largest) else { return }
        do {
            guard let text = String(validating: data, as: UTF8.self) else { throw SettingsProblem("is not UTF-8") }
            try Table.read(value(of: text), into: &settings, named: "")
        } catch let problem as SettingsProblem {
            throw ConfigurationError(path: path, reason: problem.text)
        }
    }

    /// Parses the text of a settings file.
    ///
    /// - Throws: ``SettingsProblem`` that names the line, also for a text over 1 MiB.
    package static func value(of text: String) throws -> SettingsValue {
        guard text.utf8.count <= largest else { throw SettingsProblem("is over 1 MiB") }
        try SettingsHeaders.check(text)
        do {
            return SettingsValue(try TOMLTable(string: text))
        } catch let error as TOMLParseError {
            throw SettingsProblem("\(error)")
        }
    }

    private static let largest = 1 << 20

    /// Reads a file that the person has written; nil if there is none.
    ///
    /// An unreadable file is an error, as the person may have forbidden something in it.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - limit: The largest size in bytes, a multiple of 1 MiB.
    /// - Returns: The bytes.
    /// - Throws: ``ConfigurationError`` that names the file, also for one that is too large.
    package static func data(of path: String, atMost limit: Int) throws -> Data? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw ConfigurationError(path: path, reason: "can't be opened: \(String(cString: strerror(errno)))")
        }
        defer { close(file) }
        var status = stat()
        // A device such as /dev/null can be read; a pipe would block the program.
        guard fstat(file, &status) == 0, [S_IFREG, S_IFCHR].contains(status.st_mode & S_IFMT) else {
            throw ConfigurationError(path: path, reason: "can't be read: it is not an ordinary file")
        }
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(file, &buffer, buffer.count)
            if count == 0 { return data }
            if count < 0, errno == EINTR { continue }
            guard count > 0, data.count < limit else {
                let reason =
                    count < 0 ? "can't be read: \(String(cString: strerror(errno)))" : "is over \(limit >> 20) MiB"
                throw ConfigurationError(path: path, reason: reason)
            }
            data.append(contentsOf: buffer[..<count])
        }
    }
}
