// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Glibc
import TestSupport
import Testing

@Suite struct ValueTests {
    /// A value of every type, and nested containers.
    static let all: [Value] = [
        .byte(0), .byte(255), .boolean(true), .boolean(false), .int16(.min), .uint16(.max), .int32(.min), .uint32(.max),
        .int64(.min), .int64(.max), .uint64(.max), .double(-0.5), .double(.infinity), .double(.leastNonzeroMagnitude),
        .string(""), .string("Grüße 👋 \u{FFFF}"), .objectPath("/"), .objectPath("/a/b_1"),
        .signature(parsed("a{sv}(ii)")),
        .signature(parsed("")), .bytes([]), .bytes([0, 1, 255]), .strings([]), .strings(["a", "b"]),
        .array([.int32(1), .int32(-1)], of: .int32), .array([], of: .properties),
        .array([.strings(["x"]), .strings([])], of: .array(.string)),
        .structure([.byte(1), .string("two"), .structure([.double(3)])]),
        .dictionary([.uint32(1): .strings(["one"])], key: .uint32, value: .array(.string)),
        .dictionary([:], key: .objectPath, value: .properties),
        .properties(["a": .string("b"), "nested": .properties(["c": .bytes([1])])]),
        .variant(.variant(.variant(.int32(1)))),
        .array([.variant(.int32(1)), .variant(.string("x"))], of: .variant),
        .array([.structure([.uint32(1), .properties([:])])], of: .structure([.uint32, .properties])),
    ]

    @Test func `every type is sent over the bus and returned`() async throws {
        try await withTestObject { bus in
            for value in Self.all {
                let reply = try await bus.call("Echo", [.variant(value)])

                #expect(reply == [.variant(value)])
            }
        }
    }

    @Test func `separate bytes arrive as one block of data`() async throws {
        try await withTestObject { bus in
            let reply = try await bus.call("Echo", [.variant(.array([.byte(1), .byte(2)], of: .byte))])

            #expect(reply == [.variant(.bytes([1, 2]))])
        }
    }

    @Test func `a megabyte is sent both ways, as text and as bytes`() async throws {
        try await withTestObject { bus in
            let text = Value.string(String(repeating: "é", count: 1 << 19))
            let bytes = Value.bytes([UInt8](repeating: 7, count: 1 << 20))

            try #expect(await bus.call("EchoText", [text]) == [text])
            try #expect(await bus.call("Echo", [.variant(bytes)]) == [.variant(bytes)])
        }
    }

    @Test func `a file descriptor arrives as another descriptor of the same file`() async throws {
        try await withTestObject { bus in
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            let writing = FileDescriptorHandle(owning: ends[1])
            let reading = FileDescriptorHandle(owning: ends[0])

            let reply = try await bus.call("Echo", [.variant(.fileDescriptor(writing))])

            guard case .variant(.fileDescriptor(let arrived))? = reply.first else {
                Issue.record("No file descriptor came back.")
                return
            }
            #expect(arrived != writing)
            #expect(arrived.rawValue != writing.rawValue)
            #expect(write(arrived.rawValue, "x", 1) == 1)
            var byte: UInt8 = 0
            #expect(read(reading.rawValue, &byte, 1) == 1)
            #expect(byte == UInt8(ascii: "x"))
        }
    }

    @Test func `a message may carry as many file descriptors as every receiver accepts`() async throws {
        try await withTestObject { bus in
            let handle = try FileDescriptorHandle(duplicating: 1)
            func message(_ count: Int) -> Message {
                let handles = [Value](repeating: .fileDescriptor(handle), count: count)
                return bus.message("Echo", [.variant(.array(handles, of: .fileDescriptor))])
            }

            let reply = try await bus.client.call(message(16))
            let error = try await bus.error(of: message(17))

            #expect(reply.arguments.first?.array?.count == 16)
            #expect(error?.name == "org.freedesktop.DBus.Error.LimitsExceeded")
        }
    }

    @Test(arguments: [
        Value.string("a\0b"),
        .structure([]),
        .array([.int32(1), .string("x")], of: .int32),
        .array([], of: .structure([])),
        .dictionary([.string("a"): .int32(1)], key: .string, value: .variant),
        .dictionary([:], key: .variant, value: .string),
        .dictionary([.strings([]): .int32(1)], key: .array(.string), value: .int32),
        .fileDescriptor(FileDescriptorHandle(owning: -1)),
        nested(66, { .variant($0) }),
        nested(33, { .structure([$0]) }),
        nested(33, { .array([$0], of: $0.type) }),
    ])
    func `a value that the bus can't carry is refused before libdbus gets it`(value: Value) async throws {
        try await withTestObject { bus in
            await #expect(throws: BusError.self) { try await bus.call("Echo", [.variant(value)]) }
            await #expect(throws: BusError.self) { try await bus.call("Echo", [value]) }

            try #expect(await bus.call("Add", [.int32(2), .int32(3)]) == [.int32(5)])
        }
    }

    @Test func `a message over 16 MiB is refused, and one just below that is returned`() async throws {
        try await withTestObject { bus in
            let error = try await bus.error(
                of: bus.message("EchoText", [.string(String(repeating: "x", count: 16 << 20))]))
            let large = Value.bytes([UInt8](repeating: 7, count: (16 << 20) - 100))
            let reply = try await bus.call("Echo", [.variant(large)], timeout: .seconds(60))

            #expect(error?.name == "org.freedesktop.DBus.Error.LimitsExceeded")
            // The values are not compared in #expect, because a failure would print them.
            let isEqual = reply == [.variant(large)]
            #expect(isEqual)
        }
    }

    @Test func `a value of the greatest allowed depth is returned`() async throws {
        try await withTestObject { bus in
            // The argument itself is a variant.
            for value in [nested(63) { .variant($0) }, nested(32) { .array([$0], of: $0.type) }] {
                try #expect(await bus.call("Echo", [.variant(value)]) == [.variant(value)])
            }
        }
    }

    @Test func `accessors look through variants`() {
        let value = Value.properties([
            "n": .uint32(7), "d": .double(1.5), "s": .string("x"), "b": .boolean(true), "as": .strings(["a"]),
        ])
        let properties = Value.variant(value).properties ?? [:]

        #expect(properties["n"]?.int == 7)
        #expect(properties["n"]?.double == 7)
        #expect(properties["d"]?.double == 1.5)
        #expect(properties["d"]?.int == nil)
        #expect(properties["s"]?.string == "x")
        #expect(properties["b"]?.bool == true)
        #expect(Value.variant(.variant(.strings(["a"]))).strings == ["a"])
        #expect(Value.uint64(.max).int == nil)
        #expect(Value.int64(.max).double == nil)
        #expect(Value.bytes([1, 2]).array == [.byte(1), .byte(2)])
        #expect(Value.array([.byte(1)], of: .byte).bytes == [1])
        #expect(Value.string("x").properties == nil)
    }

    @Test(
        arguments: [
            ("s", [.string]), ("", []), ("a{sv}", [.properties]), ("aay", [.array(.array(.byte))]),
            ("(i(su))d", [.structure([.int32, .structure([.string, .uint32])]), .double]),
            ("a{oa{sa{sv}}}", [.dictionary(key: .objectPath, value: .dictionary(key: .string, value: .properties))]),
            (
                "ybnqiuxtdsogvh",
                [
                    .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .string, .objectPath,
                    .signature,
                    .variant, .fileDescriptor,
                ]
            ),
        ] as [(String, [SingleType])])
    func `a signature is parsed and written`(text: String, types: [SingleType]) throws {
        let signature = try Signature(parsing: text)

        #expect(signature.types == types)
        #expect(signature.description == text)
        #expect(try Signature(types) == signature)
    }

    @Test(arguments: [
        "a", "(", ")", "()", "(s", "a{s}", "a{sv", "a{vs}", "a{(s)s}", "{sv}", "a{svs}", "z", "s s", "r", "e", "m",
        String(repeating: "s", count: 256), String(repeating: "a", count: 33) + "s",
        String(repeating: "(", count: 33) + "s" + String(repeating: ")", count: 33),
    ])
    func `an invalid signature is refused`(text: String) {
        #expect(throws: BusError.self) { try Signature(parsing: text) }
    }

    @Test(arguments: ["/", "/a", "/a/b_2/C"])
    func `a valid path is accepted`(text: String) { #expect(ObjectPath(rawValue: text)?.rawValue == text) }

    @Test(arguments: ["", "a", "/a/", "//", "/a//b", "/ä", "/a-b", "/a b", "/a\n"])
    func `an invalid path is refused`(text: String) { #expect(ObjectPath(rawValue: text) == nil) }
}

private func nested(_ depth: Int, _ wrap: (Value) -> Value) -> Value {
    (0..<depth).reduce(.int32(1)) { value, _ in wrap(value) }
}

private func parsed(_ text: String) -> Signature {
    guard let signature = try? Signature(parsing: text) else { preconditionFailure(text) }
    return signature
}
