// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import TestSupport
import Testing

@Suite struct PropertyTests {
    private func message(_ member: String, _ arguments: [Value], _ bus: BusFixture) -> Message {
        bus.message(member, arguments, interface: "org.freedesktop.DBus.Properties")
    }

    @Test func `a property is read, set, and reported to listeners`() async throws {
        try await withTestObject { bus in
            let changes = Mailbox<[Value]>()
            try await bus.client.subscribe(to: MatchRule(member: "PropertiesChanged")) { changes.put($0.arguments) }
            let before = try await bus.client.call(
                message("Get", [.string(TestObject.interface), .string("Volume")], bus))

            _ = try await bus.client.call(
                message(
                    "Set", [.string(TestObject.interface), .string("Volume"), .variant(.uint32(70))], bus))

            let after = try await bus.client.call(
                message("GetAll", [.string(TestObject.interface)], bus))
            #expect(before.arguments == [.variant(.uint32(50))])
            #expect(after.arguments[0].properties == ["Volume": .uint32(70), "Version": .string("1.0")])
            try #expect(
                await changes.next() == [
                    .string(TestObject.interface), .properties(["Volume": .uint32(70)]), .strings([]),
                ])
        }
    }

    @Test(
        arguments: [
            ("Get", [.string("org.belfry.Test"), .string("Nothing")], "UnknownProperty"),
            ("Get", [.string("org.belfry.Other"), .string("Volume")], "UnknownInterface"),
            ("Get", [.string("org.belfry.Test"), .string("Secret")], "AccessDenied"),
            ("Get", [.string("org.freedesktop.DBus.Peer"), .string("Volume")], "UnknownProperty"),
            ("Set", [.string("org.belfry.Test"), .string("Version"), .variant(.string("2"))], "PropertyReadOnly"),
            ("Set", [.string("org.belfry.Test"), .string("Volume"), .variant(.string("2"))], "InvalidArgs"),
            ("Set", [.string("org.belfry.Test"), .string("Nothing"), .variant(.string("2"))], "UnknownProperty"),
            ("GetAll", [.string("org.belfry.Other")], "UnknownInterface"),
        ] as [(String, [Value], String)])
    func `a wrong property call gets a standard error`(member: String, arguments: [Value], code: String) async throws {
        try await withTestObject { bus in
            let error = try await bus.error(of: message(member, arguments, bus))

            #expect(error?.name == "org.freedesktop.DBus.Error." + code)
        }
    }

    @Test func `without an interface name the property is looked up in all interfaces`() async throws {
        try await withTestObject { bus in
            let reply = try await bus.client.call(message("Get", [.string(""), .string("Volume")], bus))
            let all = try await bus.client.call(message("GetAll", [.string("")], bus))

            #expect(reply.arguments == [.variant(.uint32(50))])
            #expect(all.arguments[0].properties?.count == 2)
        }
    }
}
