// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGLib
import DBus
import Glibc

/// A hint of the command line, `TYPE:NAME:VALUE`, parsed as in notify-send.
struct SendHint {
    let name: String
    let value: Value

    /// - Throws: ``Failure`` with ``ExitStatus/usage`` and notify-send's message.
    init(_ text: String) throws {
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3 else {
            throw Failure(.usage, "Invalid hint syntax specified. Use TYPE:NAME:VALUE.")
        }
        let (type, name, value) = (parts[0], parts[1], parts[2])
        self.name = name
        guard Self.types.contains(type.lowercased()) else {
            throw Failure(
                .usage,
                "Invalid hint type \"\(type)\". Valid types are boolean, int, double, string, byte and variant.")
        }
        guard let parsed = Self.value(type.lowercased(), value) else {
            throw Failure(.usage, "Value \"\(value)\" of hint \"\(name)\" could not be parsed as type \"\(type)\".")
        }
        self.value = parsed
    }

    private static let types: Set = ["string", "int", "double", "byte", "boolean", "variant"]

    private static func value(_ type: String, _ text: String) -> Value? {
        let startsWithDigit = text.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
        switch type {
        case "string": return .string(text)
        case "int": return startsWithDigit ? .int32(Int32(truncatingIfNeeded: number(text))) : nil
        case "double": return startsWithDigit ? .double(g_ascii_strtod(text, nil)) : nil
        case "byte": return UInt8(exactly: number(text)).map(Value.byte)
        case "boolean":
            return .boolean(text.lowercased() == "true" || (startsWithDigit && number(text) != 0))
        default:
            guard let variant = g_variant_parse(nil, text, nil, nil, nil) else { return nil }
            defer { g_variant_unref(variant) }
            return Value(variant)
        }
    }

    /// Parses the leading digits and ignores the rest.
    private static func number(_ text: String) -> UInt64 { UInt64(g_ascii_strtoull(text, nil, 10)) }
}

/// Converts GLib's values to D-Bus values, for `--hint=variant:...`.
extension Value {
    /// Converts a value; nil for types that the bus doesn't have or can't pass on: maybe types, empty tuples, handles.
    init?(_ variant: OpaquePointer) {
        let text = String(cString: g_variant_get_type_string(variant))
        guard let type = try? Signature(parsing: text).types.first else { return nil }
        self.init(variant, type)
    }

    private init?(_ variant: OpaquePointer, _ type: SingleType) {
        switch type {
        case .boolean: self = .boolean(g_variant_get_boolean(variant) != 0)
        case .byte: self = .byte(g_variant_get_byte(variant))
        case .int16: self = .int16(g_variant_get_int16(variant))
        case .uint16: self = .uint16(g_variant_get_uint16(variant))
        case .int32: self = .int32(g_variant_get_int32(variant))
        case .uint32: self = .uint32(g_variant_get_uint32(variant))
        case .int64: self = .int64(Int64(g_variant_get_int64(variant)))
        case .uint64: self = .uint64(UInt64(g_variant_get_uint64(variant)))
        case .double: self = .double(g_variant_get_double(variant))
        case .string: self = .string(String(cString: g_variant_get_string(variant, nil)))
        case .objectPath:
            guard let path = ObjectPath(rawValue: String(cString: g_variant_get_string(variant, nil))) else {
                return nil
            }
            self = .objectPath(path)
        case .signature:
            let text = String(cString: g_variant_get_string(variant, nil))
            guard let signature = try? Signature(parsing: text) else { return nil }
            self = .signature(signature)
        case .fileDescriptor: return nil
        case .variant:
            guard let inner = Self.children(of: variant)?.first else { return nil }
            self = .variant(inner)
        case .array(.byte):
            guard let bytes = Self.children(of: variant)?.map({ value in UInt8(value.int ?? 0) }) else { return nil }
            self = .bytes(bytes)
        case .array(let element):
            guard let elements = Self.children(of: variant) else { return nil }
            self = .array(elements, of: element)
        case .structure:
            guard let fields = Self.children(of: variant), !fields.isEmpty else { return nil }
            self = .structure(fields)
        case .dictionary(let key, let value):
            var entries: [Value: Value] = [:]
            for index in 0..<g_variant_n_children(variant) {
                guard let entry = g_variant_get_child_value(variant, index) else { return nil }
                defer { g_variant_unref(entry) }
                guard let both = Self.children(of: entry), both.count == 2 else { return nil }
                entries[both[0]] = both[1]
            }
            self = .dictionary(entries, key: key, value: value)
        }
    }

    /// Converts the children; nil if one can't be converted.
    private static func children(of variant: OpaquePointer) -> [Value]? {
        var values: [Value] = []
        for index in 0..<g_variant_n_children(variant) {
            guard let child = g_variant_get_child_value(variant, index) else { return nil }
            defer { g_variant_unref(child) }
            guard let value = Value(child) else { return nil }
            values.append(value)
        }
        return values
    }
}
