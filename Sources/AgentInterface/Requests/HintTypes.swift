// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
import FoundationEssentials
package import NotificationModel

/// The D-Bus types of hints, which model values and JSON can't express.
///
/// A hint is stored as a plain value. If that value alone would be sent with another type, the hint's D-Bus signature
/// is stored too: `y` for a byte, `vi` for a number inside an extra variant.
package enum HintTypes {
    /// Returns the request's dictionary with `hintTypes`, which has an entry for each hint whose type must be stored.
    ///
    /// Entries of `hintTypes` set by the caller are kept.
    package static func noted(in request: Value) -> Value {
        guard case .dictionary(let entries, .string, .variant) = request.unwrapped,
            case .dictionary(let hints, .string, .variant)? = entries[.string("hints")]?.unwrapped, !hints.isEmpty
        else { return request }
        var plain: [Value: Value] = [:]
        var types: [String: String] = [:]
        for (name, hint) in hints {
            guard let key = name.string, case .variant(let value) = hint else { continue }
            plain[name] = .variant(self.plain(value))
            if let type = type(of: value) { types[key] = type }
        }
        if types.isEmpty { return request }
        for (name, type) in entries[.string("hintTypes")]?.properties ?? [:] { types[name] = type.string }
        var changed = entries
        changed[.string("hints")] = .variant(.dictionary(plain, key: .string, value: .variant))
        changed[.string("hintTypes")] = .variant(.properties(types.mapValues(Value.string)))
        return .dictionary(changed, key: .string, value: .variant)
    }

    /// Returns the value of a hint as it is sent to the notification server.
    ///
    /// - Parameters:
    ///   - hint: The plain value.
    ///   - type: The stored signature; nil for the value's natural type.
    /// - Returns: The value; nil if it doesn't fit the type. A variant in a variant is a `.variant` of a `.variant`.
    package static func value(of hint: PropertyListValue, type: String?) -> Value? {
        guard var text = type?[...] else { return natural(hint) }
        var variants = 0
        while text.hasPrefix("v"), text.count > 1 {
            variants += 1
            text.removeFirst()
        }
        guard variants <= depth, let types = try? Signature(parsing: String(text)).types, types.count == 1,
            let type = types.first,
            var value = value(hint, type)
        else { return nil }
        if variants > 0 { value = .variant(value) }
        for _ in 0..<variants { value = .variant(value) }
        return value
    }

    /// Largest number of variants nested in a hint.
    private static let depth = 8

    /// Returns the signature to store; nil if ``natural(_:)`` gives the plain value the same type.
    private static func type(of value: Value) -> String? {
        var (value, variants) = (value, 0)
        while case .variant(let inner) = value {
            variants += 1
            value = inner
        }
        let prefix = String(repeating: "v", count: variants)
        switch value {
        // JSON would write the number without a fraction, so the D-Bus type `d` would be lost.
        case .double(let number) where number.rounded() == number: return prefix + "d"
        case .boolean, .int32, .double, .string, .bytes: return variants == 0 ? nil : prefix + value.type.description
        case .int64(let number) where variants == 0 && Int32(exactly: number) == nil: return nil
        case .array(let elements, .string) where variants == 0 && !elements.isEmpty: return nil
        default: return prefix + value.type.description
        }
    }

    /// Converts structures to lists, and dictionaries without text keys to lists of pairs.
    private static func plain(_ value: Value) -> Value {
        switch value {
        case .structure(let fields): list(fields)
        case .array(let elements, let type) where !type.isBasic: list(elements)
        case .dictionary(let entries, .string, _):
            .dictionary(entries.mapValues { .variant(plain($0)) }, key: .string, value: .variant)
        case .dictionary(let entries, _, _): list(entries.map { .structure([$0.key, $0.value]) })
        case .objectPath, .signature: .string(value.string ?? "")
        // Plain values have no integers beyond `Int64`, so the number becomes a string.
        case .uint64(let number) where number > UInt64(Int64.max): .string(String(number))
        case .variant(let inner): plain(inner)
        default: value
        }
    }

    private static func list(_ values: [Value]) -> Value { .array(values.map { .variant(plain($0)) }, of: .variant) }

    /// Returns the value with the D-Bus type that it has without a stored signature.
    private static func natural(_ hint: PropertyListValue) -> Value {
        switch hint {
        case .boolean(let flag): .boolean(flag)
        case .integer(let number): Int32(exactly: number).map(Value.int32) ?? .int64(number)
        case .real(let number): .double(number)
        case .string(let text): .string(text)
        case .data(let data): .bytes([UInt8](data))
        case .date(let date): .double(date.timeIntervalSince1970)
        case .array(let elements):
            if elements.allSatisfy({ if case .string = $0 { true } else { false } }) {
                .strings(elements.compactMap { natural($0).string })
            } else {
                .array(elements.map { .variant(natural($0)) }, of: .variant)
            }
        case .dictionary(let entries): .properties(entries.mapValues(natural))
        }
    }

    private static func value(_ hint: PropertyListValue, _ type: SingleType) -> Value? {
        switch (type, hint) {
        case (.variant, _): .variant(natural(hint))
        case (.boolean, .boolean(let flag)): .boolean(flag)
        case (.byte, .integer(let number)): UInt8(exactly: number).map(Value.byte)
        case (.int16, .integer(let number)): Int16(exactly: number).map(Value.int16)
        case (.uint16, .integer(let number)): UInt16(exactly: number).map(Value.uint16)
        case (.int32, .integer(let number)): Int32(exactly: number).map(Value.int32)
        case (.uint32, .integer(let number)): UInt32(exactly: number).map(Value.uint32)
        case (.int64, .integer(let number)): .int64(number)
        case (.uint64, .integer(let number)): UInt64(exactly: number).map(Value.uint64)
        case (.uint64, .string(let text)): UInt64(text).map(Value.uint64)
        // JSON may have turned the number into a whole number.
        case (.double, .integer(let number)): .double(Double(number))
        case (.double, .real(let number)): .double(number)
        case (.string, .string(let text)): .string(text)
        case (.objectPath, .string(let text)): ObjectPath(rawValue: text).map(Value.objectPath)
        case (.signature, .string(let text)): (try? Signature(parsing: text)).map(Value.signature)
        case (.array(.byte), .data(let data)): .bytes([UInt8](data))
        case (.array(.byte), .array(let elements)):
            all(elements) { if case .integer(let number) = $0 { UInt8(exactly: number) } else { nil } }.map(Value.bytes)
        case (.array(let element), .array(let elements)):
            all(elements) { value($0, element) }.map { .array($0, of: element) }
        case (.structure(let types), .array(let fields)) where fields.count == types.count:
            all(zip(fields, types)) { value($0, $1) }.map(Value.structure)
        case (.dictionary(.string, let type), .dictionary(let entries)):
            all(entries) { name, entry in value(entry, type).map { (.string(name), $0) } }
                .map { dictionary($0, .string, type) }
        case (.dictionary(let key, let type), .array(let pairs)):
            all(pairs) { pair in
                guard case .array(let both) = pair, both.count == 2, let name = value(both[0], key) else { return nil }
                return value(both[1], type).map { (name, $0) }
            }
            .map { dictionary($0, key, type) }
        default: nil
        }
    }

    /// Returns each element converted; nil if one of the elements can't be converted.
    private static func all<Elements: Sequence, Converted>(
        _ elements: Elements, _ convert: (Elements.Element) -> Converted?
    ) -> [Converted]? {
        var converted: [Converted] = []
        for element in elements {
            guard let one = convert(element) else { return nil }
            converted.append(one)
        }
        return converted
    }

    private static func dictionary(_ pairs: [(Value, Value)], _ key: SingleType, _ type: SingleType) -> Value {
        .dictionary(Dictionary(pairs) { $1 }, key: key, value: type)
    }
}
