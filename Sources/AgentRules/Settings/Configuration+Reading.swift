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

    /// Sets the value of a key, whose full name is in errors.
    typealias Reader<Settings> = @Sendable (inout Settings, any TOMLValueConvertible, String) throws -> Void
    /// The keys of a table, in the order in which an error lists them.
    typealias Keys<Settings> = KeyValuePairs<String, Reader<Settings>>

    /// Reads a table into settings, and refuses unknown keys.
    ///
    /// - Throws: ``Problem``, also if the value is no table.
    static func read<Settings: SettingsTable>(
        _ value: any TOMLValueConvertible, into settings: inout Settings, named table: String
    ) throws {
        guard let entries = value.table else { throw Problem(text: "\(table) must be a table") }
        for (key, value) in entries {
            let name = table.isEmpty ? key : "\(table).\(key)"
            guard let read = Settings.keys.first(where: { $0.key == key })?.value else {
                let known = Settings.keys.map(\.key)
                let others = known.dropLast().joined(separator: ", ")
                let list = others.isEmpty ? "is" : "are \(others) and"
                throw Problem(text: "\"\(name)\" is not a key; known here \(list) \(known.last ?? "")")
            }
            try read(&settings, value, name)
        }
    }

    static func table<Settings>(
        _ path: any WritableKeyPath<Settings, some SettingsTable> & Sendable
    ) -> Reader<Settings> {
        { try read($1, into: &$0[keyPath: path], named: $2) }
    }

    static func flag<Settings>(_ path: any WritableKeyPath<Settings, Bool?> & Sendable) -> Reader<Settings> {
        { $0[keyPath: path] = try flag($1, $2) }
    }

    static func flag(_ value: any TOMLValueConvertible, _ key: String) throws -> Bool {
        guard let flag = value.bool else { throw Problem(text: "\(key) must be true or false") }
        return flag
    }

    static func count<Settings>(_ path: any WritableKeyPath<Settings, Int?> & Sendable) -> Reader<Settings> {
        { $0[keyPath: path] = try count($1, $2) }
    }

    static func count(_ value: any TOMLValueConvertible, _ key: String) throws -> Int {
        guard let count = value.int, count >= 0 else { throw Problem(text: "\(key) must be a whole number, 0 or more") }
        return count
    }

    /// Reads a number. `zero` explains in error messages what the lowest number means.
    static func number(
        _ value: any TOMLValueConvertible, _ key: String, _ range: ClosedRange<Int>, zero: String = ""
    ) throws -> Int {
        guard let number = value.int, range.contains(number) else {
            let words = "\(range.lowerBound)\(zero) to \(range.upperBound)"
            throw Problem(text: "\(key) must be a whole number from \(words)")
        }
        return number
    }

    /// Refuses a `%` before an unknown letter, which would reach the program unchanged.
    ///
    /// `words` are a program's arguments, `key` is their key in the file, and `known` the letters that are replaced.
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

/// A table of `config.toml`.
protocol SettingsTable: Sendable {
    static var keys: Configuration.Keys<Self> { get }
}

/// An error in `config.toml`.
package struct ConfigurationError: LogSafeError, CustomStringConvertible {
    let path: String
    package let reason: String

    package var description: String { "\(path): \(reason)" }
    /// The reason, which quotes the person's own settings; the log needs it to be of help.
    var logSummary: String { description }
}
