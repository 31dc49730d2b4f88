// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGLib
import DBus
import Glibc

/// A hint of the command line, `TYPE:NAME:VALUE`, parsed as notify-send does.
struct SendHint {
    let name: String
    let value: Value

    /// Parses a hint.
    ///
    /// - Throws: ``Failure`` with ``ExitStatus/usage`` and notify-send's message for an invalid hint.
    init(_ text: String) throws {
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3 else { throw Failure(.usage, "Invalid hint syntax specified. Use TYPE:NAME:VALUE.") }
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

    /// Parses the leading digits of a text and ignores the rest of the text.
    private static func number(_ text: String) -> UInt64 { UInt64(g_ascii_strtoull(text, nil, 10)) }
}

extension Value {
    /// Converts GLib's value of `--hint=variant:...`; nil for maybe types and empty tuples, which D-Bus lacks, and for
    /// handles, which need a file descriptor.
    fileprivate init?(_ variant: OpaquePointer) {
        let text = String(cString: g_variant_get_type_string(variant))
        guard let type = try? Signature(parsing: text).types.first, let value = Self.value(variant, type) else {
            return nil
        }
        self = value
    }

    private static func value(_ variant: OpaquePointer, _ type: SingleType) -> Value? {
        func text() -> String { String(cString: g_variant_get_string(variant, nil)) }
        return switch type {
        case .boolean: .boolean(g_variant_get_boolean(variant) != 0)
        case .byte: .byte(g_variant_get_byte(variant))
        case .int16: .int16(g_variant_get_int16(variant))
        case .uint16: .uint16(g_variant_get_uint16(variant))
        case .int32: .int32(g_variant_get_int32(variant))
        case .uint32: .uint32(g_variant_get_uint32(variant))
        case .int64: .int64(Int64(g_variant_get_int64(variant)))
        case .uint64: .uint64(UInt64(g_variant_get_uint64(variant)))
        case .double: .double(g_variant_get_double(variant))
        case .string: .string(text())
        case .objectPath: ObjectPath(rawValue: text()).map(Value.objectPath)
        case .signature: (try? Signature(parsing: text())).map(Value.signature)
        case .fileDescriptor: nil
        case .variant: children(of: variant, Value.init)?.first.map { .variant($0) }
        case .array(.byte): children(of: variant, Value.init).map { .bytes($0.map { UInt8($0.int ?? 0) }) }
        case .array(let element): children(of: variant, Value.init).map { .array($0, of: element) }
        case .structure: children(of: variant, Value.init).flatMap { $0.isEmpty ? nil : .structure($0) }
        case .dictionary(let key, let value):
            children(of: variant) { children(of: $0, Value.init) }.map { pairs in
                .dictionary(Dictionary(pairs.map { ($0[0], $0[1]) }, uniquingKeysWith: { $1 }), key: key, value: value)
            }
        }
    }

    /// Converts the elements of a container; nil if one of them can't be converted.
    private static func children<Child>(of variant: OpaquePointer, _ convert: (OpaquePointer) -> Child?) -> [Child]? {
        var children: [Child] = []
        for index in 0..<g_variant_n_children(variant) {
            guard let child = g_variant_get_child_value(variant, index) else { return nil }
            defer { g_variant_unref(child) }
            guard let converted = convert(child) else { return nil }
            children.append(converted)
        }
        return children
    }
}
