// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TestSupport

/// What the documentation says compiles, and what the README says runs.
@Suite struct DocumentationTests {
    private static let catalog =
        SwiftCompiler.repository + "Sources/UserNotifications/UserNotifications.docc"

    /// The blocks of a text that are marked as Swift.
    private static func blocks(of file: String) throws -> [String] {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        return text.components(separatedBy: "\n```swift\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0] + "\n"
        }
    }

    @Test(arguments: ["UserNotifications", "GettingStarted", "PortAnAppleApp"], SwiftCompiler.modes)
    func `every code sample of the documentation compiles without a warning`(
        _ article: String, _ mode: String
    ) async throws {
        let folders = try TemporaryFolder()
        let compiler = SwiftCompiler(folder: folders.path)
        let blocks = try Self.blocks(of: "\(Self.catalog)/\(article).md")
        #expect(!blocks.isEmpty)
        for block in blocks {
            let complaints = try await compiler.complaints(about: block, mode: mode)
            #expect(complaints == "", "\(article): \(block)")
        }
    }

    @Test func `no article has samples that are not looked at`() throws {
        for article in ["Differences", "HowItReachesTheDesktop"] {
            #expect(try Self.blocks(of: "\(Self.catalog)/\(article).md").isEmpty)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: Self.catalog).count == 5)
    }

    @Test func `the article on differences lists what is left out, with the reasons`() throws {
        let rows = try APITable("left-out.tsv", spelling: 1).rows
        var expected: [String] = []
        for reason in rows.compactMap(\.rest.first) where !expected.contains(where: { $0.hasSuffix("| \(reason) |") }) {
            let members = rows.filter { $0.rest.first == reason }.map { "`\($0.member)`" }
            expected.append("| \(members.joined(separator: ", ")) | \(reason) |")
        }

        let lines = try String(contentsOfFile: "\(Self.catalog)/Differences.md", encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let table = lines.drop { $0 != "|---|---|" }.dropFirst().prefix { !$0.isEmpty }

        #expect(Array(table) == expected)
    }

    @Test func `the Swift program of the README runs and prints what it says`() async throws {
        let blocks = try Self.blocks(of: SwiftCompiler.repository + "README.md")
        let source = try #require(blocks.first)
        #expect(blocks.count == 1)
        let expected = source.split(separator: "\n").filter { $0.hasPrefix("// Output: ") }
            .map { $0.dropFirst("// Output: ".count) + "\n" }.joined()
        #expect(!expected.isEmpty)
        let folder = try TemporaryFolder()
        let program = try await SwiftCompiler(folder: folder.path).build(source)
        try await withAgent { agent in
            let result = try await Program.run([program], environment: ["DBUS_SESSION_BUS_ADDRESS": agent.bus])
            #expect(result.output == expected)
            #expect(result.status == 0, "\(result.errors)")
        }
    }
}
