// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import DBus

/// Random values: refused before libdbus gets them, or transported unchanged.
enum BusValues {
    static func read(_ bytes: [UInt8]) throws {
        var source = ByteSource(bytes)
        var values: [Value] = []
        while !source.isAtEnd, values.count < 16 { values.append(source.value()) }
        let message = Message.methodCall(
            destination: "org.example.Other", path: "/org/example", interface: nil, member: "Take", arguments: values)
        do {
            guard let again = try BusMessages.written(message) else { return }
            try Finding.unless(values.map(\.asReceived).areSame(as: again.arguments), "\(message) became \(again)")
        } catch let error as BusError {
            try Finding.unless(!error.message.isEmpty, "refused without a word: \(error)")
        }
        for value in values { look(at: value) }
    }

    /// Reads every accessor of a value.
    private static func look(at value: Value) {
        _ = (value.string, value.int, value.double, value.bool, value.array, value.strings)
        _ = (value.bytes, value.structure, value.properties, value.unwrapped)
    }
}

extension Value {
    /// The value in the form in which the bus returns it: an array of bytes is one block of data.
    fileprivate var asReceived: Value {
        switch self {
        case .array(_, .byte): .bytes(bytes ?? [])
        case .array(let elements, let type): .array(elements.map(\.asReceived), of: type)
        case .structure(let fields): .structure(fields.map(\.asReceived))
        case .variant(let inner): .variant(inner.asReceived)
        case .dictionary(let entries, let key, let value):
            .dictionary(entries.mapValues(\.asReceived), key: key, value: value)
        default: self
        }
    }
}

extension [Value] {
    /// Whether two values are equal; NaN equals NaN.
    func areSame(as others: [Value]) -> Bool {
        count == others.count && zip(self, others).allSatisfy { $0.isSame(as: $1) }
    }
}

extension Value {
    fileprivate func isSame(as other: Value) -> Bool {
        switch (self, other) {
        case (.double(let one), .double(let two)): one.bitPattern == two.bitPattern
        case (.array(let one, let type), .array(let two, let otherType)): type == otherType && one.areSame(as: two)
        case (.structure(let one), .structure(let two)): one.areSame(as: two)
        case (.variant(let one), .variant(let two)): one.isSame(as: two)
        // A NaN is never found as a key of a dictionary.
        case (.dictionary(let one, .double, let value), .dictionary(let two, .double, let otherValue)):
            value == otherValue && one.count == two.count
        case (.dictionary(let one, let key, let value), .dictionary(let two, let otherKey, let otherValue)):
            key == otherKey && value == otherValue && one.count == two.count
                && one.allSatisfy { two[$0.key]?.isSame(as: $0.value) ?? false }
        default: self == other
        }
    }
}
