// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import TestSupport
import Testing

/// A notification that the application's service extension rewrites before it is shown.
@Suite struct RewrittenPushTests {
    private static let payload =
        #"{"aps":{"alert":{"title":"Encrypted","body":"?"},"mutable-content":1},"apns":{"collapse-id":"m"},"key":7}"#

    @Test func `a push with mutable-content is rewritten, in every list and in the response`() async throws {
        try await ServiceExtensionFixture.ann.withAgent { agent, server in
            let distributor = try await ScriptedDistributor(of: agent)
            let registration = try await agent.registered()
            let delegate = try await agent.delegate(TestAgent.app, ["willPresent": .boolean(true)])
            try await distributor.push(Self.payload, to: registration)

            let asked = try await delegate.nextQuestion()
            #expect(asked["title"]?.string == "Ann")
            let shown = try await server.nextNotification()
            #expect(shown.summary == "Ann" && shown.body == "Lunch?")
            let delivered = try await agent.proxy().delivered()
            #expect(delivered.map { $0["title"]?.string } == ["Ann"])
            #expect(delivered.first?["mutableContent"] == nil)
            let original = try await agent.proxy().original("m")
            #expect(original["title"]?.string == "Encrypted" && original["body"]?.string == "?")
            #expect(original["mutableContent"]?.bool == true)
            let events = try await agent.extensionEvents()
            #expect(events.map { $0["result"]?.string } == ["rewritten"])
            #expect(events.first?["ms"]?.int.map { $0 < 10_000 } == true)

            await server.press("default", on: shown)
            let notification = try await delegate.nextResponse()["notification"]?.properties
            #expect(notification?["title"]?.string == "Ann")
            #expect(notification?["userInfo"]?.properties?["key"]?.int == 7)
        }
    }

    @Test func `a push without mutable-content is shown at once, and no extension runs`() async throws {
        let script = ServiceExtensionFixture(script: "touch $FILES/ran; exec sleep 60")
        try await script.withAgent(configuration: ServiceExtensionFixture.unconfined) { agent, server in
            let distributor = try await ScriptedDistributor(of: agent)
            let registration = try await agent.registered()
            try await distributor.push(#"{"aps":{"alert":{"title":"Plain"}}}"#, to: registration)
            #expect(try await server.nextNotification().summary == "Plain")
            _ = try await agent.proxy().add(request("local"))
            #expect(try await server.nextNotification().summary == "Tea")
            #expect(agent.folders.text(of: agent.folders.path + "/files/ran") == nil)
            #expect(try await agent.extensionEvents().isEmpty)
        }
    }

    @Test func `belfry add --mutable asks for it, and show --original shows what came`() async throws {
        try await ServiceExtensionFixture.ann.withAgent { agent, server in
            let program = try TestAgent.program("belfry")
            let added = try await Stranger.run(
                program, "add", "--mutable", "--app", TestAgent.app, "--id", "m", "--title", "Encrypted", on: agent.bus)
            #expect(added.status == 0, "\(added)")
            #expect(try await server.nextNotification().summary == "Ann")
            let words = ["show", "m", "--app", TestAgent.app, "--json"]
            let present = try await Stranger.run(program, words, on: agent.bus)
            let original = try await Stranger.run(program, words + ["--original"], on: agent.bus)
            #expect(present.output.contains(#""title":"Ann""#), "\(present)")
            #expect(original.output.contains(#""title":"Encrypted""#), "\(original)")
            let missing = try await Stranger.run(program, "show", "--original", "n", on: agent.bus)
            #expect(missing.status == 3, "\(missing)")
        }
    }

    @Test func `a request that falls due is rewritten, and a snooze does not run the extension again`() async throws {
        let script = ServiceExtensionFixture(
            script: "echo x >> $FILES/runs; " + ServiceExtensionFixture.answer(#"{"title":"Ann"}"#))
        try await script.withAgent(
            environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"], configuration: ServiceExtensionFixture.unconfined
        ) { agent, server in
            _ = try await agent.proxy().add(mutable("m", ["trigger": after(60)]))
            try await agent.clock.advance(60)
            #expect(try await server.nextNotification().summary == "Ann")
            try await agent.waitForDelivered(["m": "shown"])
            try await agent.proxy().snooze("m", seconds: 300)
            try await agent.clock.advance(300)
            #expect(try await server.nextNotification().summary == "Ann")
            #expect(try await agent.proxy().repost(["m"]) == ["m"])
            #expect(try await server.nextNotification().summary == "Ann")
            #expect(agent.folders.text(of: agent.folders.path + "/files/runs") == "x\n")
        }
    }

    @Test func `a picture of the extension is shown, and a link in its place is not`() async throws {
        let picture = Data(Samples.png).base64EncodedString()
        let script = ServiceExtensionFixture(
            script: """
                folder=$(printf '%s' "$first" | sed 's/.*"attachmentsDir":"\\([^"]*\\)".*/\\1/')
                case "$first" in
                *Link*) ln -s /etc/passwd "$folder/p" ;;
                *) printf '%s' '\(picture)' | base64 -d > "$folder/p" ;;
                esac
                \(ServiceExtensionFixture.answer(#"{"title":"Ann","attachments":[{"id":"p","file":"p"}]}"#))
                """)
        try await script.withAgent { agent, server in
            _ = try await agent.proxy().add(mutable("good"))
            let good = try await server.nextNotification()
            #expect(good.summary == "Ann")
            #expect(good.hints.image != nil)
            let row = try await agent.proxy().delivered().first
            let path = row?["attachments"]?.array?.first?.properties?["url"]?.string ?? ""
            #expect(path.hasPrefix(agent.folders.data + "/belfry/attachments/"), "\(path)")
            #expect(FileManager.default.contents(atPath: path) == Data(Samples.png))

            _ = try await agent.proxy().add(mutable("bad", title: "Link"))
            let bad = try await server.nextNotification()
            #expect(bad.summary == "Ann" && bad.hints.image == nil)
            let remarks = try await agent.extensionEvents().last?["remarks"]?.strings
            #expect(remarks == ["content.attachments[0].file"])
            // Nothing is left of the runs.
            let runs = agent.folders.data + "/belfry/runs"
            try await withDeadline {
                while try FileManager.default.contentsOfDirectory(atPath: runs) != [] { try await yieldUntilDeadline() }
            }
            // With the notification its picture goes, too.
            _ = try await agent.proxy().removeDelivered(["good"])
            try await withDeadline {
                while FileManager.default.fileExists(atPath: path) { try await yieldUntilDeadline() }
            }
        }
    }

    @Test func `a category that is not registered has no buttons and makes a remark`() async throws {
        let script = ServiceExtensionFixture(
            script: """
                case "$first" in *Known*) category=known ;; *) category=unknown ;; esac
                echo '{"v":1,"content":{"categoryIdentifier":"'$category'"}}'
                """)
        try await script.withAgent { agent, server in
            try await agent.proxy().setCategories([["identifier": .string("known"), "actions": buttons("Reply")]])
            _ = try await agent.proxy().add(mutable("a", title: "Known"))
            #expect(try await server.nextNotification().labels.contains("Reply"))
            _ = try await agent.proxy().add(mutable("b", title: "Other"))
            #expect(try await !server.nextNotification().labels.contains("Reply"))
            let remarks = try await agent.extensionEvents().map { $0["remarks"]?.strings ?? [] }
            #expect(remarks == [[], ["content.categoryIdentifier"]])
        }
    }
}
