// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentRules
import SettingsFile
import Testing

/// The names of the keys of `config.toml`, which shells complete.
@Suite struct SettingNamesTests {
    /// Returns the refusal of a text of `config.toml`; empty if it is accepted.
    private static func refusal(of text: String) throws -> String {
        do {
            _ = try Configuration(checking: SettingsFile.value(of: text))
            return ""
        } catch let problem as SettingsProblem {
            return problem.text
        }
    }

    @Test func `each name is a key`() throws {
        let names = Configuration.keyNames + Configuration.applicationKeyNames.map { "applications.a.\($0)" }
        #expect(names.contains("quota") && names.contains("completion.titles") && names.contains("sun.latitude"))
        for name in names {
            // No key takes a list of numbers, so that the refusal names the values that it takes.
            let refusal = try Self.refusal(of: "\(name) = [1]")
            #expect(!refusal.isEmpty && !refusal.contains("is not a key"), "\(name): \(refusal)")
        }
    }

    @Test func `each table is named with its keys`() throws {
        let tables = Set(Configuration.tables.map(\.key))
        for (key, _) in Configuration.keys where key != "applications" {
            // Only a table names its keys.
            let refusal = try Self.refusal(of: "[\(key)]\nunknown = 1")
            #expect(refusal.contains("known here") == tables.contains(key), "\(key): \(refusal)")
        }
    }
}
