// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import TOMLKit

/// Functions for all parts of `config.toml`: each error names the key and the values that it takes.
extension Configuration {
    /// A key or value that is not understood.
    struct Problem: Error {
        let text: String
    }

    /// Returns the entries of a table, and refuses unknown keys.
    ///
    /// - Parameters:
    ///   - value: The table.
    ///   - table: The table's name in the file.
    ///   - known: The keys that the table may have, at least one; an error lists them.
    /// - Returns: The keys with their values.
    /// - Throws: ``Problem``, also if the value is no table.
    static func entries(
        of value: some TOMLValueConvertible, in table: String, known: [String]
    ) throws -> [(key: String, value: any TOMLValueConvertible)] {
        guard let entries = value.table else { throw Problem(text: "\(table) must be a table") }
        return try entries.map { key, value in
            guard known.contains(key) else {
                let others = known.dropLast().joined(separator: ", ")
                let list = others.isEmpty ? "is" : "are \(others) and"
                throw Problem(text: "\"\(table).\(key)\" is not a key; there \(list) \(known.last ?? "")")
            }
            return (key, value)
        }
    }

    static func flag(_ value: some TOMLValueConvertible, _ key: String) throws -> Bool {
        guard let flag = value.bool else { throw Problem(text: "\(key) must be true or false") }
        return flag
    }

    static func count(_ value: some TOMLValueConvertible, _ key: String) throws -> Int {
        guard let count = value.int, count >= 0 else { throw Problem(text: "\(key) must be a whole number, 0 or more") }
        return count
    }

    /// Refuses a `%` before an unknown letter, which would reach the program unchanged.
    ///
    /// - Parameters:
    ///   - words: A program's arguments.
    ///   - key: The key of the arguments in the file.
    ///   - known: The letters that are replaced.
    /// - Throws: ``Problem``, with the first such placeholder.
    static func checkPlaceholders(in words: some Sequence<String>, of key: String, known: [Character]) throws {
        for word in words {
            // `%%` begins no placeholder.
            for piece in word.replacing("%%", with: "").split(separator: "%", omittingEmptySubsequences: false)
                .dropFirst()
            {
                guard let letter = piece.first, letter.isLetter, !known.contains(letter) else { continue }
                let list = known.map { "%\($0)" }.joined(separator: ", ")
                throw Problem(text: "\(key) has \"%\(letter)\", which is no placeholder; there are \(list)")
            }
        }
    }
}

/// An error in `config.toml`.
package struct ConfigurationError: LogSafeError, CustomStringConvertible {
    let path: String
    package let reason: String

    package var description: String { "\(path): \(reason)" }
    /// The reason, which quotes the person's own settings; the log needs it to be of help.
    var logSummary: String { description }
}
