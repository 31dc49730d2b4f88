// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import TestSupport
import Testing

/// Arguments whose types differ from the interface's, as client libraries send them.
@Suite struct FittingTests {
    private static let texts = Value.dictionary(
        [.string("title"): .string("Tea")], key: .string, value: .string)

    @Test(
        arguments: [
            // Qt's list of variants, with elements and empty.
            ("Texts", .array([.variant(.string("a")), .variant(.string("b"))], of: .variant), "a b"),
            ("Texts", .array([], of: .variant), ""),
            ("Texts", .array([], of: .int32), ""),
            ("Texts", .variant(.strings(["a"])), "a"),
            // dbus-send's dictionary, and a list of such dictionaries.
            ("Options", texts, "title"),
            ("Options", .dictionary([.string("n"): .int32(1)], key: .string, value: .int32), "n"),
            ("Lists", .array([.variant(texts), .variant(.properties(["a": .int32(1)]))], of: .variant), "title a"),
            ("Lists", .array([texts], of: .dictionary(key: .string, value: .string)), "title"),
        ] as [(String, Value, String)])
    func `F1: an argument of another type is accepted if nothing is lost`(
        member: String, argument: Value, seen: String
    ) async throws {
        try await withFlexibleObject { client, call in
            let answer = try await client.call(call(member, argument))
            #expect(answer.arguments == [.string(seen)])
        }
    }

    @Test(
        arguments: [
            ("Texts", .array([.variant(.string("a")), .variant(.int32(1))], of: .variant)),
            ("Texts", .string("a")), ("Texts", .array([.int32(1)], of: .int32)),
            ("Options", .array([.variant(.string("a"))], of: .variant)),
            ("Options", .dictionary([.int32(1): .string("a")], key: .int32, value: .string)),
        ] as [(String, Value)])
    func `F1: an argument that would lose something is refused, with both types`(
        member: String, argument: Value
    ) async throws {
        try await withFlexibleObject { client, call in
            let error = await #expect(throws: BusError.self) { try await client.call(call(member, argument)) }
            #expect(error?.name == "org.freedesktop.DBus.Error.InvalidArgs")
            #expect(error?.message.contains("\"\(argument.type)\"") == true)
        }
    }

    private func withFlexibleObject(
        _ body: (Connection, (String, Value) -> Message) async throws -> Void
    ) async throws {
        try await withPrivateBus { address in
            try await withLoop { loop in
                let server = try Connection(to: .at(address), on: loop)
                let client = try Connection(to: .at(address), on: loop)
                try await server.export(try NamingObject(), at: NamingObject.path)
                let name = server.uniqueName
                try await body(client) { member, argument in
                    .methodCall(
                        destination: name, path: NamingObject.path, interface: "org.belfry.Naming", member: member,
                        arguments: [argument])
                }
                await client.close()
                await server.close()
            }
        }
    }
}

/// Replies with the texts and the keys that arrived.
private struct NamingObject: ExportedObject {
    static let path: ObjectPath = "/naming"
    let interfaces: [Interface]

    init() throws {
        let methods = [("Texts", "as"), ("Options", "a{sv}"), ("Lists", "aa{sv}")].map { name, type in
            """
            <method name="\(name)"><arg name="given" type="\(type)" direction="in"/>
            <arg name="seen" type="s" direction="out"/></method>
            """
        }
        interfaces = [
            try Interface(xml: "<node><interface name=\"org.belfry.Naming\">\(methods.joined())</interface></node>")
        ]
    }

    func answer(_ call: MethodCall) async throws -> [Value] {
        let given = call.arguments[0]
        let words = given.strings ?? given.properties.map { Array($0.keys) }
        let lists = given.array?.flatMap { $0.properties.map { Array($0.keys) } ?? [] }
        return [.string((words ?? lists ?? []).joined(separator: " "))]
    }
}
