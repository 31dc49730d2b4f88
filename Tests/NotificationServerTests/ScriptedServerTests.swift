// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import NotificationServer
import TestSupport
import Testing

/// The scripted server does what a test says, and a client receives its signals.
@Suite struct ScriptedServerTests {
    private func withClient(
        _ script: ScriptedServerScript = .init(),
        _ body: @Sendable (ScriptedServer, Connection, Mailbox<Message>) async throws -> Void
    ) async throws {
        try await withPrivateBus { address in
            try await withScriptedServer(on: address, script: script) { server in
                let loop = EventLoop.onOwnThread(named: "client")
                defer { loop.stop() }
                let client = try Connection(to: .at(address), on: loop)
                let heard = Mailbox<Message>()
                // Signals of any sender, because the tests also forge signals.
                try await client.subscribe(to: MatchRule(interface: NotificationServer.interfaceName)) { heard.put($0) }
                try await body(server, client, heard)
                await client.close()
            }
        }
    }

    private func call(_ member: String, _ arguments: [Value], timeout: Duration = .seconds(10)) -> Message {
        .methodCall(
            destination: NotificationServer.interfaceName, path: NotificationServer.path,
            interface: NotificationServer.interfaceName, member: member, arguments: arguments)
    }

    private var notify: Message { call("Notify", ReceivedNotification.arguments(actions: ["yes", "Yes"])) }

    private func texts(_ heard: Mailbox<Message>, _ count: Int) async throws -> [String] {
        var texts: [String] = []
        for _ in 0..<count { texts.append(Heard(try await heard.next()).description) }
        return texts
    }

    @Test func `a test reads the notifications and acts as the person`() async throws {
        try await withClient { server, client, heard in
            for act in 1...4 {
                _ = try await client.call(notify)
                let shown = try await server.nextNotification()
                #expect(shown.summary == "Tea is ready")
                switch act {
                case 1: await server.press("yes", on: shown)
                case 2: await server.dismiss(shown)
                case 3: await server.expire(shown)
                default: await server.reply("text", to: shown)
                }
            }

            #expect(
                try await texts(heard, 6) == [
                    "ActionInvoked(1, yes)", "NotificationClosed(1, 2)", "NotificationClosed(2, 2)",
                    "NotificationClosed(3, 1)", "NotificationReplied(4, text)", "NotificationClosed(4, 2)",
                ])
            #expect(try await server.nextClosing() == .init(id: 1, reason: .dismissed))
        }
    }

    @Test func `an error, zero and a number can be returned`() async throws {
        try await withClient { server, client, _ in
            let excess = BusError(name: "org.freedesktop.Notifications.Error.ExcessNotificationGeneration", message: "")
            await server.change { $0.answer = .error(excess) }
            let error = await #expect(throws: BusError.self) { try await client.call(notify) }
            #expect(error?.name == excess.name)

            await server.change { $0.answer = .zero }
            let zero = try await client.call(notify).arguments
            #expect(zero == [.uint32(0)])
            #expect(server.takeNotifications().isEmpty)

            await server.change { $0.answer = .number }
            let number = try await client.call(notify).arguments
            #expect(number == [.uint32(1)])
            #expect(server.takeCalls().count == 3)
        }
    }

    @Test func `a reply comes late, or after the signals, or never`() async throws {
        var script = ScriptedServerScript()
        script.answer = .held
        script.beforeReply = [.press("yes")]
        try await withClient(script) { server, client, heard in
            async let late = client.call(notify)
            #expect(try await texts(heard, 2) == ["ActionInvoked(1, yes)", "NotificationClosed(1, 2)"])
            // Other calls are served meanwhile.
            _ = try await client.call(call("GetCapabilities", []))
            await server.releaseReplies()
            #expect(try await late.arguments == [.uint32(1)])

            await server.change { $0.answer = .never }
            let error = await #expect(throws: BusError.self) {
                try await client.call(notify, timeout: .milliseconds(50))
            }
            #expect(error == .timeout)
        }
    }

    @Test func `close signals come twice, with any reason, or not at all`() async throws {
        var script = ScriptedServerScript()
        script.closesTwice = true
        script.configuration.closesAfterAction = false
        try await withClient(script) { server, client, heard in
            _ = try await client.call(notify)
            let shown = try await server.nextNotification()
            await server.press("yes", on: shown)
            await server.close(shown, reason: 0)
            await server.dismiss(shown)

            #expect(
                try await texts(heard, 4) == [
                    "ActionInvoked(1, yes)", "NotificationClosed(1, 0)", "NotificationClosed(1, 2)",
                    "NotificationClosed(1, 2)",
                ])
        }
    }

    @Test func `a signal comes after the close, and with wrong arguments`() async throws {
        try await withClient { server, client, heard in
            _ = try await client.call(notify)
            let shown = try await server.nextNotification()
            await server.dismiss(shown)
            await server.emit("ActionInvoked", [.uint32(1), .string("yes"), .string("typed")], about: shown)

            #expect(try await texts(heard, 2) == ["NotificationClosed(1, 2)", "ActionInvoked(1, yes, typed)"])
        }
    }

    @Test func `a server that hangs replies to nothing`() async throws {
        try await withClient { server, client, _ in
            await server.change { $0.isHung = true }
            for message in [notify, call("GetCapabilities", [])] {
                let error = await #expect(throws: BusError.self) {
                    try await client.call(message, timeout: .milliseconds(50))
                }
                #expect(error == .timeout)
            }
        }
    }

    @Test func `a forged signal comes from another connection`() async throws {
        try await withClient { server, client, heard in
            _ = try await client.call(notify)
            try await server.forge("ActionInvoked", [.uint32(1), .string("yes")], to: client.uniqueName)
            try await server.forge("ActionInvoked", [.uint32(1), .string("yes")])

            for _ in 1...2 {
                let lie = try await heard.next()
                #expect(Heard(lie) == Heard("ActionInvoked(1, yes)"))
                #expect(await lie.sender != server.uniqueName)
            }
        }
    }

    @Test func `the server leaves and returns under another name, counting from 1`() async throws {
        try await withClient { server, client, heard in
            _ = try await client.call(notify)
            let before = await server.uniqueName

            await server.leave()
            // The bus notices a closed connection when it reads from it.
            try await withDeadline {
                while try await client.owner(of: NotificationServer.interfaceName) != nil {
                    try await yieldUntilDeadline()
                }
            }
            try await server.come()

            #expect(try await client.call(notify).arguments == [.uint32(1)])
            #expect(await server.uniqueName != before)
            #expect(heard.takeAll().isEmpty)
        }
    }

    @Test func `another server takes the name`() async throws {
        try await withPrivateBus { address in
            try await withScriptedServer(on: address) { first in
                try await withScriptedServer(on: address) { second in
                    let loop = EventLoop.onOwnThread(named: "client")
                    defer { loop.stop() }
                    let client = try Connection(to: .at(address), on: loop)
                    let owner = try await client.owner(of: NotificationServer.interfaceName)

                    #expect(await owner == second.uniqueName)
                    #expect(await owner != first.uniqueName)
                    await client.close()
                }
            }
        }
    }
}
