// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGLib
import DBus
import Glibc

/// One hint of the command line, `TYPE:NAME:VALUE`, read as notify-send reads it.
struct SendHint {
    let name: String
    let value: Value

    /// - Throws: ``Failure`` with ``ExitStatus/usage``, in notify-send's words.
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
        case "int": return startsWithDigit ? .int32(Int32(truncatingIfNeeded: number(text, base: 10))) : nil
        case "double": return startsWithDigit ? .double(g_ascii_strtod(text, nil)) : nil
        case "byte": return UInt8(exactly: number(text, base: text.hasPrefix("0x") ? 16 : 10)).map(Value.byte)
        case "boolean":
            return .boolean(text.lowercased() == "true" || (startsWithDigit && number(text, base: 10) != 0))
        default: return variant(text)
        }
    }

    /// The digits at the beginning, whatever follows them.
    private static func number(_ text: String, base: UInt32) -> UInt64 { UInt64(g_ascii_strtoull(text, nil, base)) }

    /// GVariant's text form, for the simple types and lists of strings.
    private static func variant(_ text: String) -> Value? {
        guard let variant = g_variant_parse(nil, text, nil, nil, nil) else { return nil }
        defer { g_variant_unref(variant) }
        switch String(cString: g_variant_get_type_string(variant)) {
        case "b": return .boolean(g_variant_get_boolean(variant) != 0)
        case "y": return .byte(g_variant_get_byte(variant))
        case "n": return .int16(g_variant_get_int16(variant))
        case "q": return .uint16(g_variant_get_uint16(variant))
        case "i": return .int32(g_variant_get_int32(variant))
        case "u": return .uint32(g_variant_get_uint32(variant))
        case "x": return .int64(Int64(g_variant_get_int64(variant)))
        case "t": return .uint64(UInt64(g_variant_get_uint64(variant)))
        case "d": return .double(g_variant_get_double(variant))
        case "s": return .string(String(cString: g_variant_get_string(variant, nil)))
        case "as":
            return .strings(
                (0..<g_variant_n_children(variant)).compactMap { index in
                    guard let child = g_variant_get_child_value(variant, index) else { return nil }
                    defer { g_variant_unref(child) }
                    return String(cString: g_variant_get_string(child, nil))
                })
        default: return nil
        }
    }
}
