// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationModel
import Testing

/// Hints keep their D-Bus types when they are stored and read again.
@Suite struct HintTypesTests {
    static let values: [Value] = [
        .byte(7), .boolean(true), .int16(-7), .uint16(7), .int32(7), .uint32(7), .int64(7), .int64(1 << 40), .uint64(7),
        .uint64(.max),
        .double(1.5), .double(2), .string("a"), .objectPath("/a"), .strings(["a", "b"]), .strings([]), .bytes([1, 2]),
        .array([.int32(1), .int32(2)], of: .int32), .structure([.int32(1), .string("a"), .bytes([0])]),
        .dictionary([.string("a"): .int32(1)], key: .string, value: .int32),
        .dictionary([.int32(1): .string("a")], key: .int32, value: .string),
        .properties(["a": .string("b")]), .variant(.int32(1)), .variant(.variant(.byte(1))), .variant(.strings(["a"])),
        .array([.structure([.byte(1), .string("a")])], of: .structure([.byte, .string])),
    ]

    @Test(arguments: values) func `C5: a hint that is stored and read again keeps its type`(value: Value) throws {
        // On the bus, each hint is inside a variant.
        let hints = Value.dictionary([.string("x"): .variant(value)], key: .string, value: .variant)
        let noted = HintTypes.noted(in: .properties(["title": .string("t"), "hints": hints]))
        let draft = try DictionaryCoding.decode(RequestDraft.self, from: noted)
        let display = draft.request.display
        // The hint is stored and read again.
        let kept = try JSONDecoder().decode(DisplayHints.self, from: JSONEncoder().encode(display))
        let hint = try #require(kept.hints["x"])
        // A hint that is a variant itself is put into another variant.
        let expected = if case .variant = value { Value.variant(value) } else { value }
        #expect(HintTypes.value(of: hint, type: kept.hintTypes["x"]) == expected)
    }

    @Test func `C5: types are recorded only for values that don't imply them`() throws {
        let hints = Value.properties(["a": .string("x"), "b": .int32(1), "c": .boolean(true), "d": .strings(["x"])])
        let request = Value.properties(["hints": hints])
        #expect(HintTypes.noted(in: request) == request)
    }

    @Test(arguments: ["", "z", "ii", "vvvvvvvvvvvvi", "a{", "s"])
    func `C5: a type that fits no value is ignored`(type: String) {
        #expect(HintTypes.value(of: .integer(1), type: type) == nil)
    }
}
