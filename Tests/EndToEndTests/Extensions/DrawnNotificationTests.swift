// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import TestSupport
import Testing

/// A notification whose picture and texts the application's content extension draws.
@Suite struct DrawnNotificationTests {
    private typealias Fixture = ContentExtensionFixture

    @Test func `a notification has the extension's picture and texts, and the lists have its own`() async throws {
        try await Fixture.ring.withAgent { agent, server in
            _ = try await agent.proxy().add(drawn("d"))
            let shown = try await nextDrawn(server, of: agent)
            #expect(shown.summary == "Download" && shown.body == "drawn\n40 %")
            #expect(shown.hints.image != nil && shown.hints.isResident)
            let row = try #require(try await agent.proxy().delivered().first)
            #expect(row["subtitle"] == nil && row["body"]?.string == "40 %")
            let drawing = try #require(row["drawing"]?.properties)
            #expect(drawing["subtitle"]?.string == "drawn" && drawing["state"]?.string == #"{"runs":1}"#)
            let picture = drawing["picture"]?.string ?? ""
            #expect(picture.hasPrefix(agent.folders.data + "/belfry/attachments/"), "\(picture)")

            // With the notification its picture goes.
            _ = try await agent.proxy().removeDelivered(["d"])
            try await withDeadline {
                while FileManager.default.fileExists(atPath: picture) { try await yieldUntilDeadline() }
            }
            let events = try await agent.extensionEvents(1)
            #expect(events.map { $0["result"]?.string } == ["drawn"])
            #expect(events.first?["kind"]?.string == "content")
        }
    }

    @Test func `another category, and a disabled extension, are not drawn`() async throws {
        try await Fixture.ring.withAgent { agent, server in
            _ = try await agent.proxy().add(request("plain", ["categoryIdentifier": .string("OTHER")]))
            #expect(try await server.nextNotification().hints.image == nil)
            try await agent.proxy().setExtension("content", isEnabled: false)
            _ = try await agent.proxy().add(drawn("d"))
            let shown = try await server.nextNotification()
            #expect(shown.body == "40 %" && shown.hints.image == nil && !shown.hints.isResident)
            #expect(try await agent.proxy().delivered().allSatisfy { $0["drawing"] == nil })
        }
    }

    @Test func `the extension does not run again for a repetition, a snooze, or the next agent and server`()
        async throws
    {
        let script = Fixture(script: "echo x >> $FILES/runs\n" + Fixture.ring.script)
        try await script.withAgent(
            environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"], configuration: ServiceExtensionFixture.unconfined
        ) { agent, server in
            func runs() -> String? { agent.folders.text(of: agent.folders.path + "/files/runs") }
            _ = try await agent.proxy().add(drawn("d"))
            #expect(try await nextDrawn(server, of: agent).body == "drawn\n40 %")
            try await agent.waitForDelivered(["d": "shown"])
            #expect(try await agent.proxy().repost(["d"]) == ["d"])
            #expect(try await server.nextNotification().hints.image != nil)
            try await agent.waitForDelivered(["d": "shown"])
            try await agent.proxy().snooze("d", seconds: 300)
            try await agent.clock.advance(300)
            let snoozed = try await server.nextNotification()
            #expect(snoozed.body == "drawn\n40 %" && snoozed.hints.image != nil)
            try await agent.waitForDelivered(["d": "shown"])
            try await agent.kill()
            try await agent.start(["BELFRY_NOW": "2026-11-21T12:10:00Z"])
            await server.leave()
            try await server.come()
            let restored = try await server.nextNotification()
            #expect(restored.body == "drawn\n40 %" && restored.hints.image != nil)
            #expect(runs() == "x\n")
        }
    }

    @Test func `a slow extension does not hold up the notification, and its picture comes silently later`() async throws
    {
        let script = Fixture(script: ServiceExtensionFixture.wait(for: "$FILES/go") + "\n" + Fixture.ring.script)
        try await script.withAgent(configuration: ServiceExtensionFixture.unconfined) { agent, server in
            _ = try await agent.proxy().add(drawn("d", ["sound": .string("default")]))
            // Another application's notification does not wait either.
            _ = try await agent.proxy("org.example.Other").add(request("other"))
            // Both come while the extension runs; a slow machine may need longer for the first than the extension has.
            let shown = try await [server.nextNotification(), server.nextNotification()]
            #expect(shown.contains { $0.summary == "Tea" && $0.body.isEmpty })
            let early = try #require(shown.first { $0.body == "40 %" })
            #expect(early.hints.image == nil)
            try agent.folders.file("go", [])
            let late = try await server.nextNotification()
            #expect(late.body == "drawn\n40 %" && late.hints.image != nil)
            #expect(late.replacesID == early.id && late.hints.suppressesSound)
            try await withDeadline {
                while try await agent.deliveredStates()["d"] != "shown" { try await yieldUntilDeadline() }
            }
            #expect(await server.open.count == 2)
        }
    }

    @Test(arguments: [
        "exit 1", "kill -9 $$", "echo nonsense", "exit 0", #"echo '{"v":1,"content":{"title":null,"body":null}}'"#,
    ])
    func `after a failure the notification is shown as it is`(lines: String) async throws {
        try await Fixture(script: lines).withAgent { agent, server in
            _ = try await agent.proxy().add(drawn("d"))
            let shown = try await server.nextNotification()
            #expect(shown.body == "40 %" && shown.summary == "Download" && shown.hints.image == nil)
            #expect(try await agent.extensionEvents(1).map { $0["result"]?.string } == ["original"])
        }
    }

    @Test(arguments: [(1, "dark"), (2, "light"), (0, "light")] as [(UInt32, String)])
    func `the extension is told the size of the picture and the desktop's colours`(
        number: UInt32, scheme: String
    ) async throws {
        let script = Fixture(
            script: """
                told=
                case "$first" in *'"width":256'*) told="$told wide" ;; esac
                case "$first" in *'"height":256'*) told="$told high" ;; esac
                case "$first" in *'"scale":1'*) told="$told plain" ;; esac
                case "$first" in *'"colorScheme":"dark"'*) told="$told dark" ;; esac
                case "$first" in *'"colorScheme":"light"'*) told="$told light" ;; esac
                echo '{"v":1,"content":{"body":"'"${told# }"'"}}'
                """)
        try await script.withAgent { agent, server in
            let connection = try Connection(to: .at(agent.bus), on: agent.loop)
            try await connection.export(try Portal(scheme: number), at: Portal.path)
            _ = try await connection.requestName("org.freedesktop.portal.Desktop")
            _ = try await agent.proxy().add(drawn("d"))
            #expect(try await nextDrawn(server, of: agent).body == "wide high plain \(scheme)")
            await connection.close()
        }
    }

    /// The desktop's portal, which knows the person's colours.
    private struct Portal: ExportedObject {
        static let path: ObjectPath = "/org/freedesktop/portal/desktop"
        let interfaces: [Interface]
        let scheme: UInt32

        init(scheme: UInt32) throws {
            self.scheme = scheme
            let xml = """
                <node><interface name="org.freedesktop.portal.Settings"><method name="Read">
                  <arg name="namespace" type="s" direction="in"/><arg name="key" type="s" direction="in"/>
                  <arg name="value" type="v" direction="out"/>
                </method></interface></node>
                """
            interfaces = [try Interface(xml: xml)]
        }

        func answer(_ call: MethodCall) async throws -> [Value] {
            guard call.arguments == [.string("org.freedesktop.appearance"), .string("color-scheme")] else {
                throw BusError(name: "org.freedesktop.portal.Error.NotFound", message: "")
            }
            return [.variant(.variant(.uint32(scheme)))]
        }
    }

    @Test func `a picture that can't be shown is left out`() async throws {
        let script = Fixture(
            script: "ln -s /etc/passwd \"$folder/p\"\n" + Fixture.answer(#""content":{"body":"x"},"picture":"p""#))
        try await script.withAgent { agent, server in
            _ = try await agent.proxy().add(drawn("d"))
            let shown = try await nextDrawn(server, of: agent)
            #expect(shown.body == "x" && shown.hints.image == nil)
            #expect(try await agent.extensionEvents(1).first?["remarks"]?.strings == ["picture"])
        }
    }

    @Test func `an extension that fails too often is paused, which the log and doctor say`() async throws {
        try await Fixture(script: "exit 1").withAgent(configuration: "[flood]\nburst = 0\n") { agent, server in
            for number in 1...6 {
                _ = try await agent.proxy().add(drawn("\(number)"))
                #expect(try await server.nextNotification().body == "40 %")
                try await withDeadline {
                    while try await agent.extensionEvents().count < number { try await yieldUntilDeadline() }
                }
            }
            #expect(try await agent.extensionEvents().last?["reason"]?.string == "paused")
            let report = try await agent.doctor()
            #expect(report["extensions.content"]?.value.contains("0 drawn, 5 failed, 1 shown without a run") == true)
            #expect(report["extensions.content"]?.state == "warning")
        }
    }

    @Test func `nothing is drawn while previews are hidden`() async throws {
        try await Fixture.ring.withAgent(configuration: "[lock]\npreviews = \"never\"\n") { agent, server in
            _ = try await agent.proxy().add(drawn("d"))
            #expect(try await server.nextNotification().hints.image == nil)
            #expect(try await agent.extensionEvents().isEmpty)
        }
    }

    @Test func `a server without pictures gets the texts, and degraded says content`() async throws {
        var server = ScriptedServerScript()
        server.configuration.capabilities = ["actions", "body"]
        try await Fixture.ring.withAgent(server: server) { agent, server in
            let outcome = try await agent.proxy().add(drawn("d"))
            #expect(outcome["degraded"]?.strings?.contains("content") == true)
            #expect(try await nextDrawn(server, of: agent).body == "drawn\n40 %")
        }
    }
}
