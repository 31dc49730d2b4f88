// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import TestSupport
import Testing

/// The default action of an application of which the store can't tell whether it gets clicks.
@Suite struct UnreadableDelegateTests {
    @Test func `a click is offered rather than lost`() async throws {
        let script = ScriptedServerScript.playing(try #require(RecordedServer.named("Xfce Notify Daemon")))
        try await withAgentAndServer(script: script) { agent, server in
            let proxy = agent.proxy("org.example.Other")
            _ = try await proxy.add(request("before"))
            #expect(try await server.nextNotification().labels == [])

            try await agent.python(
                """
                import sqlite3, sys
                store = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=30)
                store.execute("ALTER TABLE application RENAME COLUMN has_delegate TO had_delegate")
                store.close()
                """)
            _ = try await proxy.add(request("after", title: "After"))

            let shown = try await server.nextNotification()
            #expect(shown.summary == "After")
            #expect(shown.labels == ["Open"])
        }
    }
}
