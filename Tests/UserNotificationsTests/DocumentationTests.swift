// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Foundation
import Testing
import TestSupport

/// The code of the documentation compiles, and that of the README runs.
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

    @Test(
        arguments: [
            "UserNotifications", "GettingStarted", "PortAnAppleApp", "ServiceExtensions", "ContentExtensions",
            "BringYourOldReminders",
        ], SwiftCompiler.modes)
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

    @Test func `every article with samples is tested`() throws {
        for article in ["Differences", "HowItReachesTheDesktop"] {
            #expect(try Self.blocks(of: "\(Self.catalog)/\(article).md").isEmpty)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: Self.catalog).count == 8)
    }

    @Test func `the Swift program of the README adds its request`() async throws {
        let blocks = try Self.blocks(of: SwiftCompiler.repository + "README.md")
        let source = try #require(blocks.first)
        #expect(blocks.count == 1)
        let folder = try TemporaryFolder()
        let program = try await SwiftCompiler(folder: folder.path).build(source)
        try await withAgent { agent in
            let environment = ["DBUS_SESSION_BUS_ADDRESS": agent.bus, "BELFRY_APP": TestAgent.app]
            let result = try await Program.run([program], environment: environment)
            #expect(result.status == 0, "\(result.errors)")
            let pending = try await agent.proxy().pending()
            #expect(pending.map { $0["title"]?.string } == ["Tea is ready"])
        }
    }
}
