// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop
import Glibc
import NotificationServer
import Testing
import TestSupport

/// The numbers and bars of icons that docks get (`com.canonical.Unity.LauncherEntry`).
@Suite struct LauncherTests {
    private static let interface = "com.canonical.Unity.LauncherEntry"
    private static let chat = "org.example.Chat"

    private struct Update: Sendable {
        let path: String
        let sender: String
        let uri: String
        let properties: [String: Value]
    }

    private func updates(_ agent: TestAgent) async throws -> Mailbox<Update> {
        let updates = Mailbox<Update>()
        try await agent.connection.subscribe(to: MatchRule(interface: Self.interface, member: "Update")) { signal in
            updates.put(
                Update(
                    path: signal.path?.rawValue ?? "", sender: signal.sender ?? "",
                    uri: signal.arguments.first?.string ?? "", properties: signal.arguments.last?.properties ?? [:]))
        }
        return updates
    }

    private func prepare(_ folders: AgentFolders) throws {
        for id in [Self.chat, "org.example.Mail"] {
            try folders.write(
                "[Desktop Entry]\nType=Application\nName=\(id)\nExec=/bin/true\n",
                to: "\(folders.applications)/\(id).desktop")
        }
    }

    private func expect(
        _ update: Update, of app: String, _ properties: [String: Value], line: Int = #line
    ) {
        let place = SourceLocation(fileID: #fileID, filePath: #filePath, line: line, column: 1)
        #expect(update.uri == "application://\(app).desktop", sourceLocation: place)
        for (key, value) in properties {
            #expect(update.properties[key] == value, "\(key)", sourceLocation: place)
        }
    }

    @Test func `a press that waits for the unlock removes the bar when it takes effect`() async throws {
        try await withAgentAndServer(prepare: prepare) { agent, server in
            let saver = try await ScriptedScreenSaver(
                "org.gnome.ScreenSaver", at: "/org/gnome/ScreenSaver", on: agent.bus, isActive: true, loop: agent.loop)
            try await agent.logs("status=locked")
            let updates = try await updates(agent)
            let approve: [String: Value] = [
                "identifier": .string("yes"), "title": .string("Yes"), "options": .strings(["authenticationRequired"]),
            ]
            _ = try await agent.proxy(Self.chat).add(
                request("copy", ["progress": .int32(50), "actions": .dictionaries([approve])]))
            let shown = try await server.nextNotification()
            expect(try await updates.next(), of: Self.chat, ["progress-visible": .boolean(true)])
            await server.press(shown.key(of: "Yes"), on: shown)
            #expect(try await server.nextNotification().body.contains("Unlock"))
            expect(try await updates.next(), of: Self.chat, ["progress-visible": .boolean(false)])
            expect(try await updates.next(), of: Self.chat, ["progress-visible": .boolean(true)])

            try await saver.lock(false)

            expect(try await updates.next(), of: Self.chat, ["progress-visible": .boolean(false)])
            await saver.leave()
        }
    }

    @Test func `a dock that starts later, and one that asks, get every number`() async throws {
        try await withAgent(prepare: prepare) { agent in
            let updates = try await updates(agent)
            try await agent.proxy(Self.chat).setBadgeCount(3)
            try await agent.proxy("org.example.Mail").setBadgeCount(7)
            let first = try await updates.next()
            expect(first, of: Self.chat, ["count": .int64(3), "count-visible": .boolean(true)])
            expect(try await updates.next(), of: "org.example.Mail", ["count": .int64(7)])

            let dock = try agent.connect()
            _ = try await dock.requestName("com.canonical.Unity")
            var again: [String: Value] = [:]
            for _ in 1...2 {
                let update = try await updates.next()
                again[update.uri] = update.properties["count"]
            }
            #expect(
                again == [
                    "application://org.example.Chat.desktop": .int64(3),
                    "application://org.example.Mail.desktop": .int64(7),
                ])

            let query = Message.methodCall(
                destination: first.sender, path: try #require(ObjectPath(rawValue: first.path)),
                interface: Self.interface, member: "Query", arguments: [])
            let answer = try await dock.call(query).arguments
            #expect(answer.first?.string == "application://org.example.Chat.desktop")
            #expect(answer.last?.properties?["count"] == .int64(3))
            #expect(answer.last?.properties?["progress-visible"] == .boolean(false))
            await dock.close()
        }
    }

    @Test func `numbers are sent again at the start, and removed at an orderly end`() async throws {
        try await withAgent(prepare: prepare) { agent in
            let updates = try await updates(agent)
            try await agent.proxy(Self.chat).setBadgeCount(3)
            try await agent.proxy("org.example.Mail").setBadgeCount(1)
            for _ in 1...2 { _ = try await updates.next() }
            try await agent.proxy("org.example.Mail").setBadgeCount(0)
            expect(try await updates.next(), of: "org.example.Mail", ["count-visible": .boolean(false)])

            agent.signal(SIGTERM)
            try await agent.end()
            expect(try await updates.next(), of: Self.chat, ["count": .int64(0), "count-visible": .boolean(false)])
            try await agent.start()
            expect(try await updates.next(), of: Self.chat, ["count": .int64(3), "count-visible": .boolean(true)])
            #expect(try await agent.proxy(Self.chat).settings()["badgeCount"]?.int == 3)

            // A badge that config.toml forbids is removed when the file is read again.
            try agent.folders.configure("[applications.\"\(Self.chat)\"]\nbadge = false\n")
            agent.signal(SIGHUP)
            expect(try await updates.next(), of: Self.chat, ["count-visible": .boolean(false)])
        }
    }

    @Test func `a bar exists as long as its notification is on the screen`() async throws {
        try await withAgentAndServer(prepare: prepare) { agent, server in
            let updates = try await updates(agent)
            let events = try await AgentEvents(of: agent)
            let proxy = agent.proxy(Self.chat)
            func bar(_ percent: Double?) -> [String: Value] {
                ["progress": .double(percent ?? 0), "progress-visible": .boolean(percent != nil)]
            }
            _ = try await proxy.add(request("copy", ["progress": .int32(25)]))
            expect(try await updates.next(), of: Self.chat, bar(0.25))
            // Otherwise the next one would find no notification on the screen to replace.
            try await events.next("shown", of: "copy")
            _ = try await proxy.add(request("copy", ["hints": .properties(["value": .int32(50)])]))
            expect(try await updates.next(), of: Self.chat, bar(0.5))
            // The second one's bar is shown; after its end the first one's is shown again.
            _ = try await proxy.add(request("move", ["progress": .int32(10)]))
            expect(try await updates.next(), of: Self.chat, bar(0.1))
            try await events.next("shown", of: "copy")
            try await events.next("shown", of: "move")
            var shown: [String: ReceivedNotification] = [:]
            for name in ["copy", "copy", "move"] { shown[name] = try await server.nextNotification() }
            await server.dismiss(try #require(shown["move"]))
            expect(try await updates.next(), of: Self.chat, bar(0.5))
            // The bar ends with the notification.
            _ = try await proxy.add(request("copy", ["progress": .int32(100)]))
            expect(try await updates.next(), of: Self.chat, bar(nil))
            #expect(try await server.nextNotification().hints.value == 100)

            for end in ["press", "remove", "server"] {
                _ = try await proxy.add(request(end, ["progress": .int32(5)]))
                expect(try await updates.next(), of: Self.chat, bar(0.05))
                let notification = try await server.nextNotification()
                try await events.next("shown", of: end)
                switch end {
                case "press": await server.press("default", on: notification)
                case "remove": _ = try await proxy.removeDelivered([end])
                default: await server.leave()
                }
                expect(try await updates.next(), of: Self.chat, bar(nil))
            }
        }
    }

    @Test func `programs without a desktop file share an icon, and its number is their sum`() async throws {
        try await withAgent { agent in
            let updates = try await updates(agent)
            for (app, count) in [("one", 2), ("two", 3)] as [(String, UInt32)] {
                try await agent.proxy(app).setBadgeCount(count)
            }
            expect(try await updates.next(), of: AgentNames.desktopEntry, ["count": .int64(2)])
            expect(try await updates.next(), of: AgentNames.desktopEntry, ["count": .int64(5)])
            try await agent.proxy("one").setBadgeCount(0)
            expect(try await updates.next(), of: AgentNames.desktopEntry, ["count": .int64(3)])
        }
    }
}
