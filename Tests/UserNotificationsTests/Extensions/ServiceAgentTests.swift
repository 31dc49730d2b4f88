// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import TestSupport
import Testing

/// The template of a service extension, started by the agent.
@Suite struct ServiceAgentTests {
    // The program of a debug build needs the toolchain's libraries, which the sandbox lacks.
    private static let configuration = "[extensions]\nsandbox = \"none\"\n"

    private static func declare(in folders: AgentFolders) throws {
        try folders.write(
            """
            [Desktop Entry]
            Type=Application
            Name=App
            Exec=/bin/true

            [X-Belfry Service Extension]
            Exec=\(TestAgent.program("NotificationService"))
            """, to: "\(folders.applications)/\(TestAgent.app).desktop")
    }

    @Test(.enabled(if: Sanitizer.leavesMemoryLimits))
    func `a request is shown as the extension in Swift has rewritten it`() async throws {
        try await withAgent(configuration: Self.configuration, prepare: Self.declare) { agent in
            try await withScriptedServer(on: agent.bus) { server in
                _ = try await agent.proxy().add([
                    "identifier": .string("tea"), "title": .string("Tea"), "mutableContent": .boolean(true),
                ])

                #expect(try await server.nextNotification().summary == "Tea [modified]")
                let delivered = try await agent.proxy().delivered()
                #expect(delivered.map { $0["title"]?.string } == ["Tea [modified]"])
            }
        }
    }
}
