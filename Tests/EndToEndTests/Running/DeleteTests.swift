// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import TestSupport
import Testing

/// `belfry ls`, `rm` and `delete`: the names that other programs have taught.
@Suite(.serialized) struct DeleteTests {
    @Test func `C9: delete cancels what is pending, removes what is delivered, and says which`() async throws {
        try await withAgentAndServer { agent, server in
            _ = try await agent.belfry("add", "--id", "tea", "--title", "Tea", "--in", "1h")
            _ = try await agent.belfry("add", "--id", "cake", "--title", "Cake")
            _ = try await server.nextNotification()
            #expect(try await agent.belfry("ls").output.hasPrefix("tea  "))

            #expect(try await agent.belfry("rm", "te").output == "tea  was pending, and is canceled")
            let removed = try await agent.belfry("delete", "cake", "--json").objects()
            #expect(removed.first?["identifier"] == .text("cake") && removed.first?["state"] == .text("delivered"))
            #expect(try await agent.belfry("list").output == "")
            #expect(try await agent.belfry("list", "--delivered").output == "")
        }
    }

    @Test func `C9: delete of what is pending and delivered names both, and changes nothing`() async throws {
        try await withAgentAndServer(environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"]) { agent, server in
            _ = try await agent.belfry("add", "--id", "tea", "--title", "Tea", "--every", "1h")
            _ = try await agent.belfry("add", "--id", "cake", "--title", "Cake", "--in", "3h")
            try await agent.clock.advance(3600)
            _ = try await server.nextNotification()

            let refused = try await agent.belfry("rm", "cake", "tea")
            #expect(refused.status == 3 && refused.output == "")
            #expect(
                refused.errors == "belfry: \"tea\" is pending and delivered; belfry cancel tea cancels what is "
                    + "pending, and belfry remove tea removes what is delivered\n")
            #expect(try await agent.pendingIdentifiers().sorted() == ["cake", "tea"])
            #expect(try await agent.belfry("list", "--delivered").lines.count == 1)

            try await agent.expectRefusal("org.belfry.Error.NoSuchRequest", 3, of: ["rm", "pie"])
        }
    }

    @Test func `C9: delete cancels what is held back`() async throws {
        try await withAgentAndServer { agent, _ in
            try await agent.proxy("*").pause(seconds: 0)
            _ = try await agent.belfry("add", "--id", "tea", "--title", "Tea")
            #expect(try await agent.belfry("rm", "tea").output == "tea  was held back, and is canceled")
            #expect(try await agent.proxy().missed().filter { $0["waits"]?.bool == true }.isEmpty)
        }
    }
}
