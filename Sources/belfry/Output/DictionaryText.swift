// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials
import Triggers

/// Formats a dictionary for people, with a line for each key.
enum DictionaryText {
    /// Returns the lines: the keys of `first`, then the others sorted.
    ///
    /// Keys that repeat a date in Unix seconds are left out; lists and dictionaries are printed as JSON.
    static func lines(_ dictionary: [String: Value], first: [String]) throws -> [String] {
        let rest = dictionary.keys.filter { !first.contains($0) && !$0.hasSuffix("Unix") }.sorted()
        let keys = (first + rest).filter { dictionary[$0] != nil }
        let width = keys.map(\.count).max() ?? 0
        return try keys.compactMap { key in
            guard let value = dictionary[key] else { return nil }
            return Console.dim(key.padded(to: width)) + "  " + (try text(value))
        }
    }

    /// Formats a value on one line.
    static func text(_ value: Value) throws -> String {
        if let text = value.string { return text.onOneLine }
        if let seconds = value.properties?["$date"]?.double, value.properties?.count == 1 {
            return Date(timeIntervalSince1970: seconds).rfc3339(in: .current)
        }
        if let list = value.strings { return list.map(\.onOneLine).joined(separator: ", ") }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(JSONValue(value)), as: UTF8.self).onOneLine
    }
}
