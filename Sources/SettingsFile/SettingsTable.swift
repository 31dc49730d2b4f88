// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A table of a settings file, with functions to read it: each error names the key and the values that it takes.
package protocol SettingsTable: Sendable {
    static var keys: SettingsKeys<Self> { get }
    /// The types of those keys that are tables themselves; a table whose entries a person names isn't among them.
    static var tables: KeyValuePairs<String, any SettingsTable.Type> { get }
}

/// Sets the value of a key; the text is the key's full name, for error messages.
package typealias SettingsKeyReader<Table> = @Sendable (inout Table, SettingsValue, String) throws -> Void
/// The keys of a table, in the order in which an error lists them.
package typealias SettingsKeys<Table> = KeyValuePairs<String, SettingsKeyReader<Table>>

/// A fault of a settings file, such as an unknown key, an invalid value, or a missing key.
package struct SettingsProblem: Error {
    package let text: String

    package init(_ text: String) { self.text = text }
}

extension SettingsTable {
    package static var tables: KeyValuePairs<String, any SettingsTable.Type> { [:] }

    /// The names of the keys, with the names of keys in tables as `table.key`, in the order of ``keys``.
    package static var names: [String] {
        keys.flatMap { key, _ in
            guard let table = tables.first(where: { $0.key == key })?.value else { return [key] }
            return table.names.map { "\(key).\($0)" }
        }
    }

    /// Reads a table into settings, and refuses unknown keys.
    ///
    /// - Throws: ``SettingsProblem``, also if the value is no table.
    package static func read<Table: SettingsTable>(
        _ value: SettingsValue, into settings: inout Table, named table: String
    ) throws {
        guard let entries = value.table else { throw SettingsProblem("\(table) must be a table") }
        for (key, value) in entries {
            let name = table.isEmpty ? key : "\(table).\(key)"
            guard let read = Table.keys.first(where: { $0.key == key })?.value else {
                let known = Table.keys.map(\.key)
                let others = known.dropLast().joined(separator: ", ")
                let list = others.isEmpty ? "is" : "are \(others) and"
                throw SettingsProblem("\"\(name)\" is not a key; known here \(list) \(known.last ?? "")")
            }
            try read(&settings, value, name)
        }
    }

    package static func table(
        _ path: any WritableKeyPath<Self, some SettingsTable> & Sendable
    ) -> SettingsKeyReader<Self> {
        { try read($1, into: &$0[keyPath: path], named: $2) }
    }

    package static func flag(_ path: any WritableKeyPath<Self, Bool?> & Sendable) -> SettingsKeyReader<Self> {
        { $0[keyPath: path] = try flag($1, $2) }
    }

    package static func flag(_ value: SettingsValue, _ key: String) throws -> Bool {
        guard let flag = value.bool else { throw SettingsProblem("\(key) must be true or false") }
        return flag
    }

    package static func count(_ path: any WritableKeyPath<Self, Int?> & Sendable) -> SettingsKeyReader<Self> {
        { $0[keyPath: path] = try count($1, $2) }
    }

    package static func count(_ path: any WritableKeyPath<Self, Int> & Sendable) -> SettingsKeyReader<Self> {
        { $0[keyPath: path] = try count($1, $2) }
    }

    package static func count(_ value: SettingsValue, _ key: String) throws -> Int {
        guard let count = value.int, count >= 0 else {
            throw SettingsProblem("\(key) must be a whole number, 0 or more")
        }
        return count
    }

    /// Reads a number. `zero` explains in error messages what the lowest number means.
    package static func number(
        _ value: SettingsValue, _ key: String, _ range: ClosedRange<Int>, zero: String = ""
    ) throws -> Int {
        guard let number = value.int, range.contains(number) else {
            let words = "\(range.lowerBound)\(zero) to \(range.upperBound)"
            throw SettingsProblem("\(key) must be a whole number from \(words)")
        }
        return number
    }
}
