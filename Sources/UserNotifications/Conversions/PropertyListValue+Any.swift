// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel

extension PropertyListValue {
    // A dictionary with one of these keys alone stands for a value of a type that property lists and the bus lack.
    // Programs that don't use this module see the dictionary.
    private static let nullTag = "$null"
    private static let urlTag = "$url"
    private static let uuidTag = "$uuid"

    /// Converts a value of Swift or Foundation to a property list value.
    ///
    /// - Throws: ``UNError/notificationInvalidNoContent`` that names `key`, if a property list can't hold the value, or
    ///   the value is nested too deeply.
    init(_ any: Any, key: String) throws {
        var budget = Nesting()
        self = try Self.value(any, key, &budget)
    }

    private static func value(_ any: Any, _ key: String, _ nesting: inout Nesting) throws -> PropertyListValue {
        guard nesting.enter() else {
            throw UNError(
                .notificationInvalidNoContent,
                reason: "\(key) is nested more than \(Nesting.limit) deep, or has more than \(Nesting.values) values")
        }
        defer { nesting.leave() }
        switch any {
        // Collections come first: testing whether a collection is a number makes Foundation convert all its values.
        case let array as [Any]:
            return .array(try array.enumerated().map { try value($1, "\(key)[\($0)]", &nesting) })
        case let dictionary as [AnyHashable: Any]:
            return .dictionary(try values(of: dictionary, key, &nesting))
        case let string as String: return .string(string)
        case let number as NSNumber: return PropertyListValue(number)
        case let number as CGFloat: return .real(Double(number))
        case let data as Data: return .data(data)
        case let date as Date: return .date(date)
        case is NSNull: return .dictionary([nullTag: .boolean(true)])
        case let url as URL: return .dictionary([urlTag: .string(url.absoluteString)])
        case let uuid as UUID: return .dictionary([uuidTag: .string(uuid.uuidString)])
        default:
            throw UNError(
                .notificationInvalidNoContent,
                reason:
                    "\(key) is a \(type(of: any)); it must be a string, number, date, data, URL, UUID, NSNull, array or dictionary"
            )
        }
    }

    // Only Foundation's Booleans have the Objective-C type of a character.
    private init(_ number: NSNumber) {
        switch String(cString: number.objCType) {
        case "c", "B": self = .boolean(number.boolValue)
        case "f", "d": self = .real(number.doubleValue)
        default:
            // Property lists have no integers beyond the range of `Int64`.
            self =
                number.uint64Value > Int64.max && number.doubleValue > 0
                ? .real(number.doubleValue) : .integer(number.int64Value)
        }
    }

    /// Converts a user info dictionary to property list values.
    ///
    /// - Throws: ``UNError/notificationInvalidNoContent`` that names a key which isn't a string, or whose value a
    ///   property list can't hold.
    static func values(of dictionary: [AnyHashable: Any], key: String) throws -> [String: PropertyListValue] {
        var nesting = Nesting()
        return try values(of: dictionary, key, &nesting)
    }

    private static func values(
        of dictionary: [AnyHashable: Any], _ key: String, _ nesting: inout Nesting
    ) throws -> [String: PropertyListValue] {
        var values: [String: PropertyListValue] = [:]
        for (name, value) in dictionary {
            guard let name = name.base as? String else {
                throw UNError(
                    .notificationInvalidNoContent,
                    reason: "\(key) has the key \(name), a \(type(of: name.base)); it must be a string")
            }
            values[name] = try Self.value(value, "\(key).\(name)", &nesting)
        }
        return values
    }

    /// The value in Apple's types; numbers are `NSNumber`.
    var any: Any {
        switch self {
        case .boolean(let value): NSNumber(value: value)
        case .integer(let value): NSNumber(value: value)
        case .real(let value): NSNumber(value: value)
        case .string(let value): value
        case .data(let value): value
        case .date(let value): value
        case .array(let values): values.map(\.any)
        case .dictionary(let values) where values.count == 1 && values.first?.key.hasPrefix("$") == true:
            values.first.flatMap { Self.object($0.key, $0.value) } ?? Self.plain(values)
        case .dictionary(let values): Self.plain(values)
        }
    }

    private static func plain(_ values: [String: PropertyListValue]) -> [AnyHashable: Any] {
        Dictionary(uniqueKeysWithValues: values.map { (AnyHashable($0), $1.any) })
    }

    /// Returns the object that a dictionary with one key stands for; nil if it is a plain dictionary.
    private static func object(_ tag: String, _ value: PropertyListValue) -> Any? {
        switch (tag, value) {
        case (nullTag, .boolean(true)): NSNull()
        case (urlTag, .string(let text)): URL(string: text)
        case (uuidTag, .string(let text)): UUID(uuidString: text)
        default: nil
        }
    }
}

/// Depth and number of the values visited in a nested value. Both are limited, because a few nested arrays can contain
/// millions of values.
struct Nesting {
    /// Largest depth, which is above the agent's limit.
    static let limit = 64
    /// Largest number of values; more values don't fit into the number of bytes that the agent accepts.
    static let values = 100_000

    private var depth = 0
    private var count = 0

    /// Returns true if the next value may be visited; ``leave()`` must then follow.
    mutating func enter() -> Bool {
        guard depth < Self.limit, count < Self.values else { return false }
        depth += 1
        count += 1
        return true
    }

    mutating func leave() { depth -= 1 }
}
