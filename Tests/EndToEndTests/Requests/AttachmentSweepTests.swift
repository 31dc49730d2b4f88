// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import NotificationServer
import Testing
import TestSupport

/// Copies of attachments are deleted with the last request or response that uses them, and not before.
@Suite struct AttachmentSweepTests {
    /// The present folders of copies.
    private func homes(_ agent: TestAgent) -> [String] {
        let folder = agent.folders.data + "/belfry/attachments"
        let places = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return places.flatMap { place in
            ((try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(place)")) ?? []).map {
                "\(place)/\($0)"
            }
        }
    }

    /// Waits for a deletion that follows an event asynchronously.
    private func expectHomes(_ count: Int, _ agent: TestAgent) async throws {
        try await withDeadline {
            while homes(agent).count != count { _ = try await agent.proxy().status() }
        }
    }

    @Test func `copies of a replaced request are deleted at once, and no others`() async throws {
        try await withAgentAndServer { agent, server in
            let picture = try agent.folders.file("cat.png", Samples.png)
            let attachments = Value.dictionaries([["url": .string(picture)]])
            let cat = request("cat", ["attachments": attachments, "trigger": tomorrow])
            _ = try await agent.proxy().add(request("dog", ["attachments": attachments, "trigger": tomorrow]))
            _ = try await agent.proxy().add(cat)
            let before = Set(homes(agent))
            #expect(before.count == 2)

            // A pending request is replaced by a pending one.
            _ = try await agent.proxy().add(cat)
            try await expectHomes(2, agent)
            #expect(Set(homes(agent)).subtracting(before).count == 1)
            // A pending request is edited, and loses its picture.
            _ = try await agent.proxy().add(request("cat", ["trigger": .properties(["keep": .boolean(true)])]))
            try await expectHomes(1, agent)
            // A delivered request is replaced by a delivered one.
            _ = try await agent.proxy().add(request("cat", ["attachments": attachments]))
            _ = try await server.nextNotification()
            try await expectHomes(2, agent)
            _ = try await agent.proxy().add(request("cat", title: "No picture"))
            _ = try await server.nextNotification()
            try await expectHomes(1, agent)
            // A pending request is replaced by one that is shown at once: its copies stayed until the next start.
            _ = try await agent.proxy().add(request("dog", title: "No picture"))
            _ = try await server.nextNotification()
            try await expectHomes(0, agent)
            // A request is replaced by one that is held back at once.
            _ = try await agent.proxy().add(request("cow", ["attachments": attachments, "trigger": tomorrow]))
            #expect(homes(agent).count == 1)
            try await agent.proxy().pause(seconds: 60)
            _ = try await agent.proxy().add(request("cow", title: "No picture"))
            try await expectHomes(0, agent)
            try await agent.proxy().resume()
            // A request is removed.
            _ = try await agent.proxy().add(cat)
            #expect(homes(agent).count == 1)
            _ = try await agent.proxy().removePending(["cat"])
            try await expectHomes(0, agent)
        }
    }

    // These copies stayed until the next start.
    @Test func `copies of notifications that can't be snoozed any more are deleted within a day`() async throws {
        try await withAgentAndServer(
            environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"], configuration: "[flood]\nburst = 0\n"
        ) { agent, server in
            let picture = try agent.folders.file("cat.png", Samples.png)
            _ = try await agent.proxy().add(request("cat", ["attachments": .dictionaries([["url": .string(picture)]])]))
            await server.dismiss(try await server.nextNotification())
            try await agent.clock.advance(301)
            try await agent.hasLogged("Made a backup")
            #expect(homes(agent).count == 1)

            // This many may still be snoozed.
            for number in 1...200 {
                _ = try await agent.proxy().add(request("dog \(number)"))
                await server.dismiss(try await server.nextNotification())
            }
            try await agent.clock.advance(86_400)
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", ["trigger": tomorrow]))
            try await events.next("set", of: "tea")
            try await agent.clock.advance(301)

            try await expectHomes(0, agent)
        }
    }

    // The next start deleted these copies as unused.
    @Test func `a held-back notification keeps its pictures, and is shown with them`() async throws {
        try await withAgentAndServer { agent, server in
            let picture = try agent.folders.file("cat.png", Samples.png)
            try await agent.proxy("*").pause(seconds: 0)
            // With its own button it is not put into a digest.
            _ = try await agent.proxy().add(
                request("cat", ["attachments": .dictionaries([["url": .string(picture)]]), "actions": buttons("feed")]))
            for _ in 0..<2 {
                agent.signal(SIGTERM)
                try await agent.end()
                try await agent.start()
                try await agent.hasMet(server)
            }
            #expect(homes(agent).count == 1)

            try await agent.proxy("*").resume()

            #expect(try await server.nextNotification().hints.image?.width == 2)
        }
    }

    @Test func `a replaced request whose response is kept keeps its pictures`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            let picture = try agent.folders.file("cat.png", Samples.png)
            let attachments = Value.dictionaries([["url": .string(picture)]])
            _ = try await agent.proxy().add(request("cat", ["attachments": attachments]))
            await server.press("default", on: try await server.nextNotification())
            try await events.next("answered", of: "cat")

            _ = try await agent.proxy().add(request("cat", ["attachments": attachments, "trigger": tomorrow]))
            _ = try await agent.proxy().add(request("cat", ["trigger": tomorrow]))
            // The second request's picture is deleted.
            try await expectHomes(1, agent)

            let notification = try await agent.delegate().nextResponse()["notification"]?.properties
            let copy = notification?["attachments"]?.array?.first?.properties?["url"]?.string
            #expect(FileManager.default.fileExists(atPath: try #require(copy)))
        }
    }

    @Test func `early warnings use the copies, and keep them`() async throws {
        try await withAgentAndServer { agent, server in
            let picture = try agent.folders.file("cat.png", Samples.png)
            _ = try await agent.proxy().add(
                request(
                    "cat",
                    [
                        "attachments": .dictionaries([["url": .string(picture)]]), "trigger": after(86400),
                        "before": .strings(["23h59m59s"]),
                    ]))
            try FileManager.default.removeItem(atPath: picture)

            #expect(try await server.nextNotification().hints.image?.width == 2)

            _ = try await agent.proxy().removePending(["cat"])
            try await agent.kill()
            try await agent.start()
            try await agent.hasMet(server)
            agent.signal(SIGTERM)
            try await agent.end()
            #expect(homes(agent).count == 1)
        }
    }
}
