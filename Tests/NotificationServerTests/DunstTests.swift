// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import NotificationServer
import TestSupport
import Testing

/// The fixture with a real dunst, which tests of the agent use.
@Suite(.serialized) struct DunstTests {
    /// Runs a test's body with dunst and a client that receives its signals.
    private func withClient(_ body: @Sendable @escaping (Dunst, Connection, Mailbox<Heard>) async throws -> Void)
        async throws
    {
        try await withPrivateBus { address in
            try await withDunst(on: address) { dunst in
                let loop = EventLoop.onOwnThread(named: "client")
                defer { loop.stop() }
                let client = try Connection(to: .at(address), on: loop)
                try await body(dunst, client, try await hearing(client))
                await client.close()
            }
        }
    }

    private func notify(_ client: Connection, _ arguments: [Value]) async throws -> UInt32 {
        let message = Message.methodCall(
            destination: NotificationServer.interfaceName, path: NotificationServer.path,
            interface: NotificationServer.interfaceName, member: "Notify", arguments: arguments)
        guard case .uint32(let id)? = try await client.call(message).arguments.first else { return 0 }
        return id
    }

    @Test func `dunst shows, presses, dismisses and keeps a history`() async throws {
        try await withClient { dunst, client, heard in
            let first = try await notify(
                client, ReceivedNotification.arguments(title: "One", actions: ["default", "Open"]))
            #expect(try await dunst.count() == 1)

            try await dunst.action()
            #expect(try await heard.next() == Heard("ActionInvoked(\(first), default)"))
            try await dunst.close()
            #expect(try await heard.next() == Heard("NotificationClosed(\(first), 2)"))
            #expect(try await dunst.count() == 0)
            #expect(try await dunst.count("history") == 1)
            #expect(try await dunst.history().contains("\"One\""))
        }
    }

    @Test func `a button is pressed by its key from dunst's menu`() async throws {
        try await withClient { dunst, client, heard in
            let id = try await notify(
                client,
                ReceivedNotification.arguments(actions: [
                    "default", "Open", "a:done", "Done", "a:snooze", "Snooze 5 min",
                ]))

            try await dunst.press(key: "a:snooze")
            #expect(try await heard.next() == Heard("ActionInvoked(\(id), a:snooze)"))
            try await dunst.context(choosing: "#Done")
            #expect(try await heard.next() == Heard("ActionInvoked(\(id), a:done)"))
        }
    }

    @Test func `dunst restarts and counts from the start`() async throws {
        try await withClient { dunst, client, _ in
            let first = try await notify(client, ReceivedNotification.arguments(title: "One"))
            try await dunst.restart()

            let second = try await notify(client, ReceivedNotification.arguments(title: "Two"))

            #expect(first == second)
            #expect(try await dunst.count() == 1)
            try await dunst.stop()
            #expect(try await client.owner(of: NotificationServer.interfaceName) == nil)
        }
    }
}
