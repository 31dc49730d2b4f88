// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import TestSupport
import Testing

@Suite struct SignalTests {
    private static let name = "org.belfry.Test.Sender"
    private static let path: ObjectPath = "/sender"

    private static func signal(_ text: String, to destination: String? = nil, path: ObjectPath = path) -> Message {
        .signal(
            path: path, interface: "org.belfry.Test.Sender", member: "Said", arguments: [.string(text)],
            destination: destination)
    }

    /// A listener, two senders, and the signals that the listener has received; the listener itself sends "end".
    private func withSenders(
        _ body: (_ listener: Connection, _ first: Connection, _ second: Connection, Mailbox<String>) async throws ->
            Void
    ) async throws {
        try await withPrivateBus { address in
            try await withLoop { loop in
                let connections = try (0..<3).map { _ in try Connection(to: .at(address), on: loop) }
                try await body(connections[0], connections[1], connections[2], Mailbox())
                for connection in connections { await connection.close() }
            }
        }
    }

    /// Waits until the bus and the listener have handled everything that a connection has sent.
    private func settle(_ sender: Connection, _ listener: Connection) async throws {
        _ = try await sender.owner(of: "org.freedesktop.DBus")
        _ = try await listener.owner(of: "org.freedesktop.DBus")
    }

    @Test func `only signals of the name's owner are received`() async throws {
        try await withSenders { listener, owner, stranger, heard in
            _ = try await owner.requestName(Self.name)
            try await listener.subscribe(to: MatchRule(sender: Self.name, member: "Said")) { signal in
                heard.put(signal.arguments[0].string ?? "")
            }
            // Another rule of this connection lets signals of other senders through to it.
            try await listener.subscribe(to: MatchRule(interface: "org.belfry.Test.Sender")) { _ in }

            try await stranger.send(Self.signal("by a stranger"))
            try await stranger.send(Self.signal("by a stranger, to you", to: listener.uniqueName))
            try await settle(stranger, listener)
            try await owner.send(Self.signal("by the owner"))
            try await owner.send(Self.signal("by the owner, to you", to: listener.uniqueName))

            try #expect(await heard.next() == "by the owner")
            try #expect(await heard.next() == "by the owner, to you")
            #expect(heard.takeAll().isEmpty)
        }
    }

    @Test func `signals of a former owner are dropped, those of the new one received`() async throws {
        try await withSenders { listener, old, new, heard in
            _ = try await old.requestName(Self.name, flags: .allowReplacement)
            try await listener.subscribe(to: MatchRule(sender: Self.name)) { signal in
                heard.put(signal.arguments[0].string ?? "")
            }
            try await old.send(Self.signal("old owner"))
            try #expect(await heard.next() == "old owner")

            #expect(try await new.requestName(Self.name, flags: .replaceExisting) == .primaryOwner)
            try await old.send(Self.signal("former owner", to: listener.uniqueName))
            try await settle(old, listener)
            try await new.send(Self.signal("new owner"))

            try #expect(await heard.next() == "new owner")
            #expect(heard.takeAll().isEmpty)
        }
    }

    @Test func `signals of a name are received from its first owner on, and not after its end`() async throws {
        try await withSenders { listener, sender, _, heard in
            try await listener.subscribe(to: MatchRule(sender: Self.name)) { signal in
                heard.put(signal.arguments[0].string ?? "")
            }
            try await sender.send(Self.signal("too early", to: listener.uniqueName))
            try await settle(sender, listener)

            _ = try await sender.requestName(Self.name)
            try await sender.send(Self.signal("in time"))
            try #expect(await heard.next() == "in time")
            try await sender.releaseName(Self.name)
            try await sender.send(Self.signal("too late", to: listener.uniqueName))
            try await settle(sender, listener)

            #expect(heard.takeAll().isEmpty)
        }
    }

    @Test func `only signals of a subscribed unique name are received`() async throws {
        try await withSenders { listener, first, second, heard in
            try await listener.subscribe(to: MatchRule(sender: first.uniqueName)) { signal in
                heard.put(signal.arguments[0].string ?? "")
            }

            try await second.send(Self.signal("second", to: listener.uniqueName))
            try await settle(second, listener)
            try await first.send(Self.signal("first"))

            try #expect(await heard.next() == "first")
            #expect(heard.takeAll().isEmpty)
        }
    }

    @Test func `no sender can pretend to be the bus`() async throws {
        try await withSenders { listener, owner, liar, heard in
            _ = try await owner.requestName(Self.name)
            try await listener.watch(name: Self.name) { old, new in heard.put("\(old ?? "-") \(new ?? "-")") }
            try #expect(await heard.next() == "- \(owner.uniqueName)")

            try await liar.send(
                .signal(
                    path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", member: "NameOwnerChanged",
                    arguments: [.string(Self.name), .string(owner.uniqueName), .string(liar.uniqueName)],
                    destination: listener.uniqueName))
            try await settle(liar, listener)

            #expect(heard.takeAll().isEmpty)
        }
    }

    @Test(
        arguments: [
            (MatchRule(path: "/a/b"), [false, true, false, false]),
            (MatchRule(pathNamespace: "/a/b"), [false, true, true, false]),
            (MatchRule(pathNamespace: "/"), [true, true, true, true]),
            (MatchRule(member: "Other"), [false, false, false, false]),
            (MatchRule(interface: "org.belfry.Test.Sender", member: "Said"), [true, true, true, true]),
            (MatchRule(argument0: "it's 2"), [false, false, true, false]),
            (MatchRule(pathNamespace: "/a", argument0: "it's 3"), [false, false, false, true]),
        ] as [(MatchRule, [Bool])])
    func `a rule matches its part of the signals`(rule: MatchRule, expected: [Bool]) async throws {
        try await withSenders { listener, sender, _, heard in
            let paths: [ObjectPath] = ["/a", "/a/b", "/a/b/c", "/a/bc"]
            var rule = rule
            // Without this condition the rule would also match the bus's own signals.
            rule.sender = sender.uniqueName
            try await listener.subscribe(to: rule) { signal in heard.put(signal.arguments[0].string ?? "") }
            // All signals arrive: the library filters them itself, too, and not only the bus.
            try await listener.subscribe(to: MatchRule(sender: sender.uniqueName)) { _ in }

            for (number, path) in paths.enumerated() {
                try await sender.send(Self.signal("it's \(number)", path: path))
            }
            try await settle(sender, listener)

            #expect(heard.takeAll() == zip(0..., expected).filter(\.1).map { "it's \($0.0)" })
        }
    }

    @Test func `a cancelled subscription receives nothing, and an equal one continues`() async throws {
        try await withSenders { listener, sender, _, heard in
            let rule = MatchRule(sender: sender.uniqueName)
            let first = try await listener.subscribe(to: rule) { _ in heard.put("first") }
            let second = try await listener.subscribe(to: rule) { _ in heard.put("second") }

            first.cancel()
            first.cancel()
            try await settle(sender, listener)
            try await sender.send(Self.signal(""))
            try await settle(sender, listener)
            #expect(heard.takeAll() == ["second"])

            second.cancel()
            try await sender.send(Self.signal("", to: listener.uniqueName))
            try await settle(sender, listener)
            #expect(heard.takeAll().isEmpty)
        }
    }

    @Test func `a handler may cancel itself and the next one`() async throws {
        try await withSenders { listener, sender, _, heard in
            let rule = MatchRule(sender: sender.uniqueName)
            let subscriptions = Mailbox<Subscription>()
            subscriptions.put(
                try await listener.subscribe(to: rule) { _ in
                    heard.put("first")
                    for subscription in subscriptions.takeAll() { subscription.cancel() }
                })
            subscriptions.put(try await listener.subscribe(to: rule) { _ in heard.put("second") })

            for _ in 0..<2 { try await sender.send(Self.signal("")) }
            try await settle(sender, listener)

            #expect(heard.takeAll() == ["first"])
        }
    }

    @Test(arguments: [
        MatchRule(sender: "not a name"), MatchRule(sender: "org.belfry.Test'"), MatchRule(interface: "nodots"),
        MatchRule(member: "a.b"), MatchRule(path: "/a", pathNamespace: "/b"),
    ])
    func `a wrong rule is refused`(rule: MatchRule) async throws {
        try await withSenders { listener, _, _, _ in
            await #expect(throws: BusError.self) { try await listener.subscribe(to: rule) { _ in } }
        }
    }
}
