// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import TestSupport
import Testing

/// The command line that people wish for: what they type at first works, or the message says what does.
@Suite struct FirstTryTests {
    /// A line that is typed, and its result.
    private struct Try {
        let typed: String
        /// A text of the output or of the error message; empty for any.
        let text: String
        let isRefused: Bool
    }

    private static func tries() throws -> [Try] {
        let path = Checkout.root + "Tests/EndToEndTests/FirstTries/first-tries.txt"
        let lines = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
        try #require(lines.count.isMultiple(of: 2))
        return try stride(from: 0, to: lines.count, by: 2).map { index in
            let (typed, result) = (lines[index], lines[index + 1])
            try #require(typed.hasPrefix("$ ") && (result.hasPrefix("= ") || result.hasPrefix("! ")), "\(typed)")
            let text = String(result.dropFirst(2))
            return Try(
                typed: String(typed.dropFirst(2)), text: text == "-" ? "" : text, isRefused: result.hasPrefix("! "))
        }
    }

    @Test func `what is typed first works, or its hint does`() async throws {
        let tries = try Self.tries()
        try #require(!tries.isEmpty)
        try await withAgentAndServer(environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z", "TZ": "UTC"]) { agent, _ in
            for one in tries {
                let ran = try await agent.bash(one.typed + " || exit $?")
                #expect((ran.status != 0) == one.isRefused, "\(one.typed): \(ran.output)\(ran.errors)")
                let said = one.isRefused ? ran.errors : ran.output
                #expect(one.text.isEmpty || said.contains(one.text), "\(one.typed): \(said)")
            }
        }
    }
}
