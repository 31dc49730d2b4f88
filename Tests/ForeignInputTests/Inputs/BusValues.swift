// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import DBus

/// Values that somebody makes: refused before libdbus sees them, or carried as they are.
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

    /// Asks for everything that a value may be.
    private static func look(at value: Value) {
        _ = (value.string, value.int, value.double, value.bool, value.array, value.strings)
        _ = (value.bytes, value.structure, value.properties, value.unwrapped)
    }
}

extension Value {
    /// As it comes from the bus: an array of bytes is one piece.
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
    /// Whether they are equal, and numbers that are none are the same ones.
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
        // No number that is none is found in a dictionary.
        case (.dictionary(let one, .double, let value), .dictionary(let two, .double, let otherValue)):
            value == otherValue && one.count == two.count
        case (.dictionary(let one, let key, let value), .dictionary(let two, let otherKey, let otherValue)):
            key == otherKey && value == otherValue && one.count == two.count
                && one.allSatisfy { two[$0.key]?.isSame(as: $0.value) ?? false }
        default: self == other
        }
    }
}
