// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentRules
import FoundationEssentials
import SettingsFile
import Testing

/// The table `[lock]` of `config.toml`, and an application's own setting.
@Suite struct LockRulesTests {
    private func configuration(_ text: String) throws -> Configuration {
        let path = FileManager.default.temporaryDirectory.appending(path: "belfry-\(UUID().uuidString).toml").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(text.utf8).write(to: URL(filePath: path))
        return try Configuration(contentsOf: path)
    }

    @Test func `by default, texts are hidden while the session is locked`() throws {
        #expect(try configuration("").previews(of: "a") == .whenUnlocked)
        let said = try configuration("[lock]\npreviews = \"never\"\n[applications.a]\npreviews = \"always\"")
        #expect(said.previews(of: "a") == .always && said.previews(of: "b") == .never)
    }

    @Test(
        arguments: [
            ("lock = true", "lock must be a table"), ("[lock]\npreview = 1", "lock.preview"),
            ("[lock]\npreviews = true", "lock.previews must be one of always, whenUnlocked, never"),
            ("[applications.a]\npreviews = \"hidden\"", "applications.a.previews must be one of"),
        ])
    func `an invalid value is reported`(text: String, words: String) throws {
        let error = #expect(throws: ConfigurationError.self) { try configuration(text) }
        #expect(error?.reason.contains(words) == true, "\(String(describing: error))")
    }
}
