// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import SettingsFile
import Testing

@testable import AgentRules

/// The defaults that belfry-config(5) names.
@Suite struct ManualDefaultsTests {
    /// A key with the default that the page has for it.
    private struct Entry {
        let table: String
        let key: String
        let value: String

        /// A text of `config.toml` that sets this key alone, or no key; quiet hours need both of their times.
        func text(_ value: String?) -> String {
            let times = table == "quiet" ? "from = \"22:00\"\nto = \"07:00\"\n" : ""
            return (table.isEmpty ? "" : "[\(table)]\n") + times + (value.map { "\(key) = \($0)" } ?? "")
        }
    }

    /// The keys of the page whose default is a value, without those of single applications.
    private static func entries() throws -> [Entry] {
        let page = "packaging/share/man/man5/belfry-config.5"
        var (table, key, entries) = ("", "", [Entry]())
        for line in try String(contentsOfFile: page, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix(".Ss Table [") {
                table = String(line.dropFirst(11).prefix { $0 != "]" })
            } else if line.hasPrefix(".It Ic ") {
                key = String(line.dropFirst(7))
            } else if line.hasPrefix("Default: "), !table.hasPrefix("applications") {
                let value = line.dropFirst(9).dropLast().replacing("\\(dq", with: "\"")
                // A sentence in the place of a value says what happens without the key.
                guard value == "true" || value == "false" || value.contains(where: "\"[0123456789".contains) else {
                    continue
                }
                entries.append(Entry(table: table, key: key, value: String(value)))
            }
        }
        return entries
    }

    /// Returns the sorted words of a description of all that a text of `config.toml` sets; of the levels, of what they
    /// permit an application. The words are sorted, because the members of a set have no order.
    private static func words(of text: String) throws -> [Substring] {
        let configuration = try Configuration(checking: SettingsFile.value(of: text))
        var description = ""
        if text.hasPrefix("[levels]") {
            dump(configuration.permission(of: "a"), to: &description)
        } else {
            dump(configuration, to: &description)
        }
        return description.split { !$0.isLetter && !$0.isNumber && $0 != "." }.sorted()
    }

    @Test func `a default of the manual changes nothing, and another value does`() throws {
        let entries = try Self.entries()
        #expect(entries.count > 20)
        for entry in entries {
            let usual = try Self.words(of: entry.text(nil))
            let named = try Self.words(of: entry.text(entry.value))
            let isSame = named == usual
            #expect(isSame, "\(entry): \(named.difference(from: usual))")
            let others = ["true": "false", "false": "true"]
            guard let other = others[entry.value] ?? Int(entry.value).map({ "\($0 + 1)" }) else { continue }
            #expect(try Self.words(of: entry.text(other)) != usual, "\(entry)")
        }
    }
}
