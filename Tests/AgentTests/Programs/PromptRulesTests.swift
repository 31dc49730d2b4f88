// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentRules
import FoundationEssentials
import SettingsFile
import Testing

/// The table `[prompt]` of `config.toml`.
@Suite struct PromptRulesTests {
    private func configuration(_ text: String) throws -> Configuration {
        let path = FileManager.default.temporaryDirectory.appending(path: "belfry-\(UUID().uuidString).toml").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(text.utf8).write(to: URL(filePath: path))
        return try Configuration(contentsOf: path)
    }

    @Test func `the setting is a program, or an empty list for none`() throws {
        #expect(try configuration("").prompt.command == nil)
        #expect(try configuration("[prompt]\ncommand = []").prompt.command == [])
        #expect(try configuration("[prompt]\ncommand = [\"ask\", \"%t\"]").prompt.command == ["ask", "%t"])
    }

    @Test(
        arguments: [
            ("prompt = 1", "prompt must be a table"), ("[prompt]\nprogram = 1", "prompt.program"),
            ("[prompt]\ncommand = \"ask\"", "prompt.command must be a list"),
            ("[prompt]\ncommand = [1]", "prompt.command must be a list"),
            ("[prompt]\ncommand = [\"\"]", "prompt.command must be a list"),
            ("[prompt]\ncommand = [\"ask\", \"%%x %x\"]", "prompt.command has \"%x\", which is no placeholder"),
        ])
    func `an invalid value is reported`(text: String, words: String) throws {
        let error = #expect(throws: ConfigurationError.self) { try configuration(text) }
        #expect(error?.reason.contains(words) == true, "\(String(describing: error))")
    }
}
