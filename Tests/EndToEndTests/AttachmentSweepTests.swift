// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import NotificationServer
import Testing
import TestSupport

/// Copies of attachments go with the last thing that names them, and not before.
@Suite struct AttachmentSweepTests {
    /// The folders of copies, as they are.
    private func homes(_ agent: TestAgent) -> [String] {
        let folder = agent.folders.data + "/belfry/attachments"
        let places = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return places.flatMap { place in
            ((try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(place)")) ?? []).map {
                "\(place)/\($0)"
            }
        }
    }

    /// Waits for what follows an event on its own.
    private func expectHomes(_ count: Int, _ agent: TestAgent) async throws {
        try await withDeadline {
            while homes(agent).count != count { _ = try await agent.proxy().status() }
        }
    }

    @Test func `copies of a replaced request go at once, and nobody else's`() async throws {
        try await withAgentAndServer { agent, server in
            let picture = try agent.folders.file("cat.png", Samples.png)
            let attachments = Value.dictionaries([["url": .string(picture)]])
            let cat = request("cat", ["attachments": attachments, "trigger": tomorrow])
            _ = try await agent.proxy().add(request("dog", ["attachments": attachments, "trigger": tomorrow]))
            _ = try await agent.proxy().add(cat)
            let before = Set(homes(agent))
            #expect(before.count == 2)

            // A pending one by a pending one.
            _ = try await agent.proxy().add(cat)
            try await expectHomes(2, agent)
            #expect(Set(homes(agent)).subtracting(before).count == 1)
            // By an edit that has no picture.
            _ = try await agent.proxy().add(request("cat", ["trigger": .properties(["keep": .boolean(true)])]))
            try await expectHomes(1, agent)
            // A delivered one by a delivered one.
            _ = try await agent.proxy().add(request("cat", ["attachments": attachments]))
            _ = try await server.nextNotification()
            try await expectHomes(2, agent)
            _ = try await agent.proxy().add(request("cat", title: "No picture"))
            _ = try await server.nextNotification()
            try await expectHomes(1, agent)
            // A pending one by one that is shown at once: its copies stayed until the next start.
            _ = try await agent.proxy().add(request("dog", title: "No picture"))
            _ = try await server.nextNotification()
            try await expectHomes(0, agent)
            // By one that is held back at once.
            _ = try await agent.proxy().add(request("cow", ["attachments": attachments, "trigger": tomorrow]))
            #expect(homes(agent).count == 1)
            try await agent.proxy().pause(seconds: 60)
            _ = try await agent.proxy().add(request("cow", title: "No picture"))
            try await expectHomes(0, agent)
            try await agent.proxy().resume()
            // One that is removed.
            _ = try await agent.proxy().add(cat)
            #expect(homes(agent).count == 1)
            _ = try await agent.proxy().removePending(["cat"])
            try await expectHomes(0, agent)
        }
    }

    // They stayed until the next start.
    @Test func `copies of what can't be put off any more go within a day`() async throws {
        try await withAgentAndServer(
            environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"], configuration: "[flood]\nburst = 0\n"
        ) { agent, server in
            let picture = try agent.folders.file("cat.png", Samples.png)
            _ = try await agent.proxy().add(request("cat", ["attachments": .dictionaries([["url": .string(picture)]])]))
            await server.dismiss(try await server.nextNotification())
            try await agent.clock.advance(301)
            try await agent.hasLogged("Made a backup")
            #expect(homes(agent).count == 1)

            // So many may still be put off.
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

    // The next start took them for copies that nothing names.
    @Test func `what is held back keeps its pictures, and is shown with them`() async throws {
        try await withAgentAndServer { agent, server in
            let picture = try agent.folders.file("cat.png", Samples.png)
            try await agent.proxy("*").pause(seconds: 0)
            // With a button of its own it does not come in a digest.
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

    @Test func `a replaced request whose response waits keeps its pictures`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            let picture = try agent.folders.file("cat.png", Samples.png)
            let attachments = Value.dictionaries([["url": .string(picture)]])
            _ = try await agent.proxy().add(request("cat", ["attachments": attachments]))
            await server.press("default", on: try await server.nextNotification())
            try await events.next("answered", of: "cat")

            _ = try await agent.proxy().add(request("cat", ["attachments": attachments, "trigger": tomorrow]))
            _ = try await agent.proxy().add(request("cat", ["trigger": tomorrow]))
            // The second one's goes.
            try await expectHomes(1, agent)

            let notification = try await agent.delegate().nextResponse()["notification"]?.properties
            let copy = notification?["attachments"]?.array?.first?.properties?["url"]?.string
            #expect(FileManager.default.fileExists(atPath: try #require(copy)))
        }
    }

    @Test func `early warnings have the copies, and keep them`() async throws {
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
