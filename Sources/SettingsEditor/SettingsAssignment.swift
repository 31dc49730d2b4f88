// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A key and its new value, as a person types them.
package struct SettingsAssignment: Hashable, Sendable {
    package let name: SettingsName
    /// The words of the value; several words are a list.
    package private(set) var words: [String]

    /// Reads the words of a command line: a key with the words of its value, or `KEY=VALUE` for each of several keys.
    ///
    /// A key that has `KEY=VALUE` several times gets the list of these values. The words must not mix both forms.
    ///
    /// - Returns: The assignments in order, each key once.
    /// - Throws: ``SettingsAssignmentError``.
    package static func reading(_ words: [String]) throws(SettingsAssignmentError) -> [Self] {
        guard let first = words.first else { throw .nothing }
        guard pair(first) != nil else {
            guard let name = SettingsName(typed: first) else { throw .notKey(first) }
            guard words.count > 1 else { throw .noValue(name) }
            return [Self(name: name, words: Array(words.dropFirst()))]
        }
        var found: [Self] = []
        for word in words {
            guard let (name, value) = pair(word) else { throw .notPair(word) }
            if let index = found.firstIndex(where: { $0.name == name }) {
                found[index].words.append(value)
            } else {
                found.append(Self(name: name, words: [value]))
            }
        }
        return found
    }

    /// The value as TOML in each meaning that the words can have, the likeliest first.
    ///
    /// One word may stand for a list of one text, or for a text that looks like a number.
    package var literals: [String] {
        let likeliest = SettingsLiteral.text(of: words)
        guard words.count == 1 else { return [likeliest] }
        let others = [SettingsLiteral.quoted(words[0]), SettingsLiteral.list(of: words)]
        return [likeliest] + others.filter { $0 != likeliest }
    }

    /// Whether the person has written the value as TOML, such as a list in brackets, which may be malformed.
    package var isTOML: Bool { words.count == 1 && ["[", "\"", "'"].contains(words[0].prefix(1)) }

    private static func pair(_ word: String) -> (SettingsName, String)? {
        var reader = SettingsScanner(word)
        guard let name = reader.typedName(), let value = reader.assignedText() else { return nil }
        return (name, value)
    }
}

/// The reason why words are no assignment of settings.
package enum SettingsAssignmentError: Error, Hashable, CustomStringConvertible {
    case nothing
    case notKey(String)
    case noValue(SettingsName)
    /// A word among those of the form `KEY=VALUE` has another form.
    case notPair(String)

    package var description: String {
        switch self {
        case .nothing: "a key and its value are missing, such as flood.burst 5"
        case .notKey(let word): "\"\(word)\" is not the name of a key, such as flood.burst"
        case .noValue(let name): "\(name) has no value; write for example \(name)=5"
        case .notPair(let word): "\"\(word)\" is not of the form KEY=VALUE, as the words before it are"
        }
    }
}
