// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import TOMLKit

/// What all of `config.toml` is read with: each refusal names the key and what it takes.
extension Configuration {
    /// A key that is not understood.
    struct Problem: Error {
        let text: String
    }

    /// What stands in a table of the file, in which there are no other keys than these.
    ///
    /// - Parameters:
    ///   - value: The table.
    ///   - table: Its name in the file.
    ///   - known: Its keys, for who has written another one; at least one.
    /// - Returns: The keys with what they are set to.
    /// - Throws: ``Problem``, also where it is no table.
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

    /// Refuses a `%` before a letter that stands for nothing: the program would be handed it as it is.
    ///
    /// - Parameters:
    ///   - words: A program's arguments.
    ///   - key: Whose they are in the file.
    ///   - known: The letters that stand for something.
    /// - Throws: ``Problem``, with the first such placeholder.
    static func checkPlaceholders(in words: some Sequence<String>, of key: String, known: [Character]) throws {
        for word in words {
            // `%%` is no placeholder's beginning.
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
