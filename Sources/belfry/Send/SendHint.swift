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
