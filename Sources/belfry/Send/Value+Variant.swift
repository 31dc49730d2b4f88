// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGLib
import DBus

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
