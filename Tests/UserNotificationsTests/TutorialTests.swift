// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Foundation
import Testing
import TestSupport

/// The class that the tutorials build, unchanged, with a real notification server.
@Suite struct TutorialTests {
    @Test func `a tutorial's notification manager runs from permission to dismissal with dunst`() async throws {
        let folder = try TemporaryFolder()
        let source =
            SwiftCompiler.repository + "Tests/UserNotificationsTests/Fixtures/Tutorial/NotificationManager.swift"
        let program = try await SwiftCompiler(folder: folder.path).build(
            try String(contentsOfFile: source, encoding: .utf8), mode: "5")
        let picture = folder.path + "/plant.png"
        try Self.onePixel.write(to: URL(filePath: picture))

        try await withAgent { agent in
            try await withDunst(on: agent.bus) { dunst in
                while try await agent.proxy().status()["server"] == nil { try await yieldUntilDeadline() }
                let events = try await AgentEvents(of: agent)
                let environment = ["DBUS_SESSION_BUS_ADDRESS": agent.bus, "BELFRY_APP": "org.example.Tutorial"]
                async let ended = Program.run([program, picture], environment: environment, seconds: 60)

                try await events.next("shown", of: "first")
                try await dunst.context(choosing: "#Complete ")
                try await events.next("shown", of: "second")
                try await dunst.action()
                try await events.next("shown", of: "third")
                try await dunst.close()

                let result = try await ended
                // The first request may be due before the list arrives.
                var lines = result.output.split(separator: "\n")
                #expect(lines.first { $0.hasPrefix("daily") } == "daily: 8 true")
                lines.removeAll { $0 == "daily: 8 true" }
                #expect(
                    lines.joined(separator: "\n") == """
                        present first, ["image"]
                        complete first, priority 2
                        present second, ["image"]
                        opened second
                        present third, ["image"]
                        dismiss third
                        """)
                #expect(result.status == 0, "\(result.errors)")
                let status = try await agent.proxy().status()
                #expect(status["pending"]?.int == 0)
                #expect(status["responses"]?.int == 0)
            }
        }
    }

    /// A PNG of one pixel.
    private static let onePixel =
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
        ) ?? Data()
}
