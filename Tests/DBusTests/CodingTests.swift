// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials
import Testing

@Suite struct CodingTests {
    private struct Tea: Codable, Equatable {
        var name: String
        var hot = true
        var minutes = 5
        var grams: UInt8 = 3
        var degrees: Double = 80.5
        var id: UInt32 = 7
        var small: Int32 = -1
        var large: UInt64 = .max
        var note: String?
        var picture = Data([1, 2, 3])
        var raw: [UInt8] = [4]
        var tags = ["green", "loose"]
        var steps: [Step] = [Step(name: "pour", after: nil), Step(name: "wait", after: 180)]
        var extra = ["a": 1]
        var kind = Kind.green
    }

    private struct Step: Codable, Equatable {
        var name: String
        var after: Int?
    }

    private enum Kind: String, Codable { case green, black }

    @Test func `a structure is encoded as a dictionary with the types of its properties`() throws {
        let value = try ValueEncoder().encode(Tea(name: "Sencha"))

        #expect(
            value
                == .properties([
                    "name": .string("Sencha"), "hot": .boolean(true), "minutes": .int64(5), "grams": .byte(3),
                    "degrees": .double(80.5), "id": .uint32(7), "small": .int32(-1), "large": .uint64(.max),
                    "picture": .bytes([1, 2, 3]), "raw": .bytes([4]), "tags": .strings(["green", "loose"]),
                    "steps": .array(
                        [
                            .properties(["name": .string("pour")]),
                            .properties(["name": .string("wait"), "after": .int64(180)]),
                        ], of: .properties),
                    "extra": .properties(["a": .int64(1)]), "kind": .string("green"),
                ]))
    }

    @Test func `an encoded value can be decoded`() throws {
        let tea = Tea(name: "Sencha", note: "nice")

        #expect(try ValueDecoder().decode(Tea.self, from: try ValueEncoder().encode(tea)) == tea)
    }

    @Test func `mixed and empty arrays have a type, too`() throws {
        struct Mixed: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                try container.encode("a")
                try container.encode(1)
            }
        }

        #expect(
            try ValueEncoder().encode(Mixed()) == .array([.variant(.string("a")), .variant(.int64(1))], of: .variant))
        #expect(try ValueEncoder().encode([String]()) == .strings([]))
        #expect(try ValueEncoder().encode([Int]()) == .array([], of: .variant))
        #expect(
            try ValueEncoder().encode([[1], [2]])
                == .array(
                    [
                        .array([.int64(1)], of: .int64), .array([.int64(2)], of: .int64),
                    ], of: .array(.int64)))
    }

    @Test(arguments: [
        Value.byte(5), .int16(5), .uint16(5), .int32(5), .uint32(5), .int64(5), .uint64(5), .variant(.byte(5)),
    ])
    func `any integer type is accepted if the value fits`(value: Value) throws {
        #expect(try ValueDecoder().decode(Int.self, from: value) == 5)
        #expect(try ValueDecoder().decode(UInt8.self, from: value) == 5)
        #expect(try ValueDecoder().decode(UInt64.self, from: value) == 5)
        #expect(try ValueDecoder().decode(Double.self, from: value) == 5)
    }

    @Test func `a number that does not fit, or a value of another kind, is refused with its path`() throws {
        func path(_ value: Value) -> String? {
            do {
                _ = try ValueDecoder().decode([String: [Int8]].self, from: .properties(["list": value]))
                return nil
            } catch DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context) {
                return context.codingPath.map(\.stringValue).joined(separator: "/")
            } catch {
                return "\(error)"
            }
        }

        #expect(path(.array([.int32(1), .int32(200)], of: .int32)) == "list/Index 1")
        #expect(path(.array([.double(1)], of: .double)) == "list/Index 0")
        #expect(path(.string("x")) == "list")
        #expect(path(.array([.int32(1)], of: .int32)) == nil)
        #expect(throws: DecodingError.self) { try ValueDecoder().decode(Double.self, from: .int64(.max)) }
        #expect(throws: DecodingError.self) { try ValueDecoder().decode(Bool.self, from: .int32(1)) }
        #expect(throws: DecodingError.self) { try ValueDecoder().decode(String.self, from: .bytes([65])) }
    }

    @Test func `a missing key is named`() {
        let error = #expect(throws: DecodingError.self) { try ValueDecoder().decode(Step.self, from: .properties([:])) }

        guard case .keyNotFound(let key, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(key.stringValue == "name")
    }

    @Test func `Data is decoded from bytes, and from an empty array of any type`() throws {
        #expect(try ValueDecoder().decode(Data.self, from: .bytes([1, 2])) == Data([1, 2]))
        #expect(try ValueDecoder().decode([UInt8].self, from: .array([.byte(1)], of: .byte)) == [1])
        #expect(try ValueDecoder().decode(Data.self, from: .array([], of: .variant)) == Data())
        #expect(throws: DecodingError.self) { try ValueDecoder().decode(Data.self, from: .strings(["x"])) }
    }

    @Test func `nil cannot stand alone or in an array`() {
        #expect(throws: EncodingError.self) { try ValueEncoder().encode(Int?.none) }
        #expect(throws: EncodingError.self) { try ValueEncoder().encode([1, nil]) }
    }

    @Test func `a value can find out that it is encoded for the bus`() throws {
        struct Probe: Codable, Equatable {
            var isOnBus = false
            init() {}
            init(from decoder: any Decoder) { isOnBus = decoder.userInfo[.busValue] as? Bool == true }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(encoder.userInfo[.busValue] as? Bool == true)
            }
        }

        #expect(try ValueEncoder().encode([Probe()]) == .array([.boolean(true)], of: .boolean))
        #expect(try ValueDecoder().decode([Probe].self, from: .strings(["x"])).first?.isOnBus == true)
    }

    @Test func `classes and nested containers are encoded`() throws {
        class Base: Codable {
            var a = 1
        }
        final class Derived: Base {
            var b = 2
            enum Key: String, CodingKey { case b }
            override init() { super.init() }
            required init(from decoder: any Decoder) throws {
                b = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .b)
                try super.init(from: try decoder.container(keyedBy: Key.self).superDecoder())
            }
            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(b, forKey: .b)
                try super.encode(to: container.superEncoder())
            }
        }
        let derived = Derived()
        derived.a = 5

        let value = try ValueEncoder().encode(derived)
        let decoded = try ValueDecoder().decode(Derived.self, from: value)

        #expect(value == .properties(["b": .int64(2), "super": .properties(["a": .int64(5)])]))
        #expect(decoded.a == 5)
    }
}
