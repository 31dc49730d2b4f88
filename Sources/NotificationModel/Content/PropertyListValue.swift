// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// A value of user info, with the types that property lists, JSON and D-Bus share.
///
/// In JSON, data is `{"$data": "<base64>"}` and a date `{"$date": <Unix seconds>}`. On D-Bus, data is `ay` and a date
/// is the same dictionary as in JSON.
package indirect enum PropertyListValue: Hashable, Sendable {
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case string(String)
    case data(Data)
    case date(Date)
    case array([PropertyListValue])
    case dictionary([String: PropertyListValue])

    /// Key in an encoder's `userInfo` for formats that have a byte type, as D-Bus does.
    // Force: the initialiser is failable only because its protocol says so, and accepts every string.
    package static let nativeDataKey = CodingUserInfoKey(rawValue: "org.belfry.nativeData")!

    /// The text of this value for an environment variable; nil for lists, dictionaries and data.
    package var text: String? {
        switch self {
        case .boolean(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .real(let value): String(value)
        case .string(let value): value
        case .date(let value): String(value.timeIntervalSince1970)
        // A dictionary with the key `$url` or `$uuid` is the Swift library's encoding of a URL or UUID.
        case .dictionary(let values) where values.count == 1: (values["$url"] ?? values["$uuid"])?.text
        case .data, .array, .dictionary: nil
        }
    }

    /// Tells whether any text or key within the value contains U+0000, which D-Bus can't carry.
    package var containsNUL: Bool {
        switch self {
        case .string(let text): text.utf8.contains(0)
        case .array(let values): values.contains(where: \.containsNUL)
        case .dictionary(let values): values.contains { $0.key.utf8.contains(0) || $0.value.containsNUL }
        default: false
        }
    }

    /// The value with each U+0000 of its texts replaced by U+FFFD; keys are unchanged.
    package var withoutNUL: PropertyListValue {
        switch self {
        case .string(let text) where text.utf8.contains(0): .string(text.replacing("\0", with: "\u{FFFD}"))
        case .array(let values): .array(values.map(\.withoutNUL))
        case .dictionary(let values): .dictionary(values.mapValues(\.withoutNUL))
        default: self
        }
    }

    /// Nesting depth of arrays and dictionaries: 0 for a plain value.
    package var depth: Int {
        switch self {
        case .array(let values): 1 + (values.map(\.depth).max() ?? 0)
        case .dictionary(let values): 1 + (values.values.map(\.depth).max() ?? 0)
        default: 0
        }
    }
}

extension PropertyListValue: Codable {
    private static let dataTag = "$data"
    private static let dateTag = "$date"

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // The types are tried from the narrowest to the widest, because a wide type would accept a narrow type's value.
        if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .real(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([PropertyListValue].self), !Self.isBytes(decoder) {
            self = .array(value)
        } else if let value = try? container.decode([String: PropertyListValue].self) {
            self = try Self.untagged(value, in: container)
        } else {
            self = .data(try container.decode(Data.self))
        }
    }

    /// Returns whether the value is bytes: on D-Bus, `ay` can also be decoded as an array of integers but means data.
    private static func isBytes(_ decoder: any Decoder) -> Bool {
        guard decoder.userInfo[nativeDataKey] != nil else { return false }
        return (try? decoder.singleValueContainer().decode(Data.self)) != nil
    }

    private static func untagged(
        _ value: [String: PropertyListValue], in container: any SingleValueDecodingContainer
    ) throws -> PropertyListValue {
        guard value.count == 1, let (key, content) = value.first else { return .dictionary(value) }
        switch (key, content) {
        case (dataTag, .string(let text)):
            guard let data = Data(base64Encoded: text) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "$data is not base64")
            }
            return .data(data)
        case (dateTag, .real(let seconds)): return .date(Date(timeIntervalSince1970: seconds))
        case (dateTag, .integer(let seconds)): return .date(Date(timeIntervalSince1970: Double(seconds)))
        default: return .dictionary(value)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .boolean(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .real(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .dictionary(let value): try container.encode(value)
        case .date(let value): try container.encode([Self.dateTag: value.timeIntervalSince1970])
        case .data(let value):
            if encoder.userInfo[Self.nativeDataKey] != nil {
                try container.encode(value)
            } else {
                try container.encode([Self.dataTag: value.base64EncodedString()])
            }
        }
    }
}
