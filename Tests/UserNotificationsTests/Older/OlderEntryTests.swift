// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Foundation
import NotificationServer
import TestSupport
import Testing

/// Entries of programs of the older APIs, and files in their bundles: the folder of the program is its bundle.
@Suite(.serialized) struct OlderEntryTests {
    @Test func `title, text and action are looked up by their keys, which are handed back`() async throws {
        let texts = #"""
            "ALARM_TITLE" = "Alarm";
            "ALARM_BODY" = "100 %% awake";
            "ALARM_ACTION" = "Get up";

            """#
        let files = ["en.lproj/Localizable.strings": Data(texts.utf8)]
        let result = try await run("LocalizedAlarm", in: "6", files: files) { server in
            let shown = try await server.nextNotification()
            #expect(shown.summary == "Alarm")
            #expect(shown.body == "100 % awake")
            #expect(shown.actions.map(\.label) == ["Get up"])
            await server.press("default", on: shown)
        }
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == "nil ALARM_TITLE ALARM_BODY ALARM_ACTION\n")
    }

    @Test func `a Mac program with @main finds its picture, and ends by itself`() async throws {
        let picture = try #require(
            Data(
                base64Encoded:
                    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
            ))
        let result = try await run("MacPhoto", in: "5", files: ["photo.png": picture]) { server in
            let shown = try await server.nextNotification()
            #expect(shown.summary == "Photo")
            #expect(shown.hints.image != nil || shown.hints.imagePath != nil)
            await server.press("default", on: shown)
        }
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == "will finish\ndid finish, picture\nactivated\nterminates\n")
    }

    @Test func `UIApplicationMain makes an application of the principal class`() async throws {
        let result = try await run("OwnApplication", in: "6") { _ in }
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == "true true\n")
    }

    @Test func `UIApplicationMain ends with a message if there is no such class`() async throws {
        let result = try await run("LostDelegate", in: "5") { _ in }
        #expect(result.status == 1)
        #expect(
            result.errors == """
                UIApplicationMain: LostDelegate.NoDelegate is not a subclass of UIResponder that conforms to \
                UIApplicationDelegate.

                """)
    }

    /// Builds a program in a language mode and runs it in a folder with these files and an `Info.plist`; `body` plays the
    /// person.
    private func run(
        _ name: String, in mode: String, files: [String: Data] = [:], _ body: (ScriptedServer) async throws -> Void
    ) async throws -> Program {
        let folder = try TemporaryFolder()
        let compiler = SwiftCompiler(folder: folder.path)
        for other in SwiftCompiler.modes where other != mode { try await compiler.check(older: name, mode: other) }
        let path = try await compiler.build(older: name, mode: mode)
        let information = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
                <key>CFBundleIdentifier</key><string>org.example.\(name)</string>
                <key>CFBundleDevelopmentRegion</key><string>en</string>
            </dict></plist>

            """
        for (file, data) in files.merging(["Info.plist": Data(information.utf8)], uniquingKeysWith: { $1 }) {
            let url = URL(filePath: folder.path).appending(path: file)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try data.write(to: url)
        }
        return try await withAgentAndServer { agent, server async throws in
            let program = Task {
                try await Program.run([path], environment: ["DBUS_SESSION_BUS_ADDRESS": agent.bus], seconds: 30)
            }
            try await body(server)
            return try await program.value
        }
    }
}
