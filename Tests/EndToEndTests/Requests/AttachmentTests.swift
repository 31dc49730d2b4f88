// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import NotificationServer
import Testing
import TestSupport
import Triggers

/// Attached files: copied at once, and kept as long as their request.
@Suite struct AttachmentTests {
    @Test func `an attachment is copied at once and shown as a picture`() async throws {
        try await withAgentAndServer { agent, server in
            let picture = try agent.folders.file("a cat.png", Samples.png)
            let delegate = try await agent.delegate()
            let attachments = Value.dictionaries([["url": .string("file://" + picture.replacing(" ", with: "%20"))]])
            _ = try await agent.proxy().add(request("cat", ["attachments": attachments, "trigger": after(0.2)]))
            try FileManager.default.removeItem(atPath: picture)

            let shown = try await server.nextNotification()
            #expect(shown.hints.image?.width == 2)
            #expect(shown.hints.image?.rowStride == 8)
            #expect(shown.hints.image?.hasAlpha == true)
            await server.press("default", on: shown)
            let response = try await delegate.nextResponse()
            let copy = response["notification"]?.properties?["attachments"]?.array?.first?.properties
            #expect(copy?["url"]?.string?.hasPrefix(agent.folders.data + "/belfry/attachments/") == true)
            #expect(copy?["identifier"]?.string == "attachment-0")
        }
    }

    @Test func `a format without a loader is refused, and the message names the package`() async throws {
        // Only the loaders inside gdk-pixbuf are available.
        try await withAgent(environment: ["GDK_PIXBUF_MODULE_FILE": "/dev/null"]) { agent in
            let drawing = try agent.folders.file("a.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='9'/>".utf8)
            let webp = try agent.folders.file("a.webp", "RIFF....WEBPVP8L".utf8)
            for (path, words) in [
                (drawing, "is a SVG picture, and gdk-pixbuf has no loader for it here: install librsvg2-common"),
                (webp, "is a WebP picture, and gdk-pixbuf has no loader for it here: install webp-pixbuf-loader"),
            ] {
                let refusal = await #expect(throws: Refusal.self) {
                    _ = try await agent.proxy().add(
                        request("cat", ["attachments": .dictionaries([["url": .string(path)]])]))
                }
                #expect(
                    refusal?.code == .invalidAttachment && refusal?.message.hasSuffix(words) == true, "\(words)")
                #expect(refusal?.message.contains("attachments[0].url") == true)
            }
        }
    }

    @Test func `copies of attachments are deleted with their request`() async throws {
        try await withAgent { agent in
            let picture = try agent.folders.file("cat.png", Samples.png)
            let attachments = Value.dictionaries([["url": .string(picture)]])
            for identifier in ["kept", "removed"] {
                _ = try await agent.proxy().add(request(identifier, ["attachments": attachments, "trigger": tomorrow]))
            }
            let folder = agent.folders.data + "/belfry/attachments"
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
            _ = try await agent.proxy().removePending(["removed"])

            try await agent.kill()
            // The agent may have been ended between the removal of the copies and that of the folder above them.
            try FileManager.default.createDirectory(
                atPath: "\(folder)/interrupted", withIntermediateDirectories: false)
            try await agent.start()

            try await withDeadline {
                while try FileManager.default.contentsOfDirectory(atPath: folder).count != 1 {
                    _ = try await agent.proxy().status()
                }
            }
            let url = try await agent.proxy().pending().first?["attachments"]?.array?.first?.properties?["url"]?.string
            #expect(FileManager.default.fileExists(atPath: try #require(url)))
        }
    }

    @Test func `an undelivered response keeps its pictures`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            let picture = try agent.folders.file("cat.png", Samples.png)
            _ = try await agent.proxy().add(request("cat", ["attachments": .dictionaries([["url": .string(picture)]])]))
            await server.press("default", on: try await server.nextNotification())
            try await events.next("answered", of: "cat")

            try await agent.kill()
            try await agent.start()
            // The next start comes after the sweep of this one.
            try await agent.hasMet(server)
            agent.signal(SIGTERM)
            try await agent.end()
            try await agent.start()

            let notification = try await agent.delegate().nextResponse()["notification"]?.properties
            let copy = notification?["attachments"]?.array?.first?.properties?["url"]?.string
            #expect(FileManager.default.fileExists(atPath: try #require(copy)))
        }
    }

    @Test func `a refused request leaves no copies`() async throws {
        try await withAgent(configuration: "quota = 0\n") { agent in
            let picture = try agent.folders.file("cat.png", Samples.png)
            let attachments = Value.dictionaries([["url": .string(picture)]])
            let cat = request("cat", ["attachments": attachments, "trigger": tomorrow])

            await #expect(throws: Refusal.self) { try await agent.proxy().add(cat) }
            #expect(try await agent.proxy().addAll([cat])[0]["error"]?.string == "org.belfry.Error.TooManyRequests")
            await #expect(throws: Refusal.self) {
                try await agent.proxy().addAll(
                    [cat, ["titel": .string("x")]], options: ["allOrNothing": .boolean(true)])
            }

            let folder = agent.folders.data + "/belfry/attachments"
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        }
    }
}
