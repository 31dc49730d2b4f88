// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// Makes values from bytes: the same bytes make the same values, and similar bytes make similar ones.
struct ByteSource {
    private var bytes: ArraySlice<UInt8>
    /// Words that the readers know; random bytes would hardly ever contain one.
    private let words: [String]

    init(_ bytes: some Sequence<UInt8>, words: [String] = []) {
        self.bytes = Array(bytes)[...]
        self.words = words
    }

    var isAtEnd: Bool { bytes.isEmpty }

    /// The next byte; zero at the end.
    mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

    /// Eight bytes as a number, the lowest first.
    mutating func number() -> UInt64 { (0..<8).reduce(0) { number, place in number | UInt64(byte()) << (place * 8) } }

    /// The remaining bytes.
    mutating func rest() -> [UInt8] {
        defer { bytes = [] }
        return Array(bytes)
    }

    /// One of the words, or as many bytes as the first byte says.
    mutating func text() -> String {
        let length = Int(byte())
        guard length < 128 || words.isEmpty else { return words[(length - 128 + Int(byte()) * 128) % words.count] }
        defer { bytes = bytes.dropFirst(length) }
        let text = String(decoding: bytes.prefix(length), as: UTF8.self)
        // The readers' texts come over the bus, which carries no U+0000.
        return words.isEmpty ? text : text.replacing("\0", with: "")
    }

    /// A value of any type, nested less deeply than 80, which is more than the bus carries.
    mutating func value(depth: Int = 0) -> Value {
        let kind = byte()
        switch depth < 80 ? kind % 20 : kind % 12 {
        case 0: return .byte(byte())
        case 1: return .boolean(byte() & 1 == 1)
        case 2: return .int16(Int16(truncatingIfNeeded: number()))
        case 3: return .uint16(UInt16(truncatingIfNeeded: number()))
        case 4: return .int32(Int32(truncatingIfNeeded: number()))
        case 5: return .uint32(UInt32(truncatingIfNeeded: number()))
        case 6: return .int64(Int64(bitPattern: number()))
        case 7: return .uint64(number())
        case 8: return .double(Double(bitPattern: number()))
        case 9: return .objectPath(ObjectPath(rawValue: text()) ?? "/")
        case 10: return (try? .signature(Signature(parsing: text()))) ?? .int64(Int64(byte()))
        case 11, 12: return .string(text())
        case 13: return .bytes((0..<Int(byte() % 16)).map { _ in byte() })
        case 14: return .variant(value(depth: depth + 1))
        case 15: return .structure((0..<Int(byte() % 5)).map { _ in value(depth: depth + 1) })
        case 16: return array(depth)
        case 17: return .dictionary([:], key: value(depth: depth + 1).type, value: value(depth: depth + 1).type)
        case 18:
            let (key, content) = (value(depth: depth + 1), value(depth: depth + 1))
            return .dictionary([key: content], key: key.type, value: content.type)
        default: return properties(depth)
        }
    }

    private mutating func array(_ depth: Int) -> Value {
        let count = Int(byte())
        let elements = (0..<count % 6).map { _ in value(depth: depth + 1) }
        // Sometimes the value has another type than declared, or several types in turn.
        if count < 8 { return .array(elements, of: value(depth: depth + 1).type) }
        let type = elements.first?.type ?? .string
        return .array(elements.filter { $0.type == type }, of: type)
    }

    /// A dictionary like those of the D-Bus interface.
    mutating func properties(_ depth: Int = 0) -> Value {
        let count = Int(byte() % 8)
        var properties: [String: Value] = [:]
        for _ in 0..<count { properties[text()] = value(depth: depth + 1) }
        return .properties(properties)
    }
}
