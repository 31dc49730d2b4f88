// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel

/// User info in Apple's types: property list values, with every number as an `NSNumber`.
///
/// On Linux a Swift dictionary keeps the exact types of its values, so `as? Int` of an `Int64` would be nil. An
/// `NSNumber` converts to any number type, as on Apple's systems, before and after the agent has stored the request.
package struct UserInfo: Hashable {
    package let values: [AnyHashable: Any]

    /// Creates user info from a dictionary, converting numbers at any depth to `NSNumber`; other values are unchanged.
    package init(_ values: [AnyHashable: Any] = [:]) {
        var nesting = Nesting()
        self.values = values.isEmpty ? [:] : values.mapValues { Self.normalised($0, &nesting) }
    }

    /// Creates user info from one of the agent's requests.
    init(_ values: [String: PropertyListValue]) {
        self.values = Dictionary(uniqueKeysWithValues: values.map { (AnyHashable($0), $1.any) })
    }

    /// Returns a value with its numbers as `NSNumber`. Values nested too deeply are unchanged, and `add` refuses them.
    private static func normalised(_ value: Any, _ nesting: inout Nesting) -> Any {
        guard nesting.enter() else { return value }
        defer { nesting.leave() }
        // Collections come first: testing whether a collection is a number makes Foundation convert all its values.
        switch value {
        case let array as [Any]: return array.map { normalised($0, &nesting) }
        case let dictionary as [AnyHashable: Any]: return dictionary.mapValues { normalised($0, &nesting) }
        case let number as NSNumber: return number
        case let number as CGFloat: return NSNumber(value: Double(number))
        default: return value
        }
    }

    package static func == (one: UserInfo, other: UserInfo) -> Bool {
        guard one.values.count == other.values.count else { return false }
        return one.values.allSatisfy { key, value in other.values[key].map { isEqual(value, $0) } ?? false }
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(values.count) }

    private static func isEqual(_ one: Any, _ other: Any) -> Bool {
        if let one = try? PropertyListValue(one, key: ""), let other = try? PropertyListValue(other, key: "") {
            return isEqual(one, other)
        }
        // A collection that isn't a property list may contain itself.
        if one is [Any] || one is [AnyHashable: Any] { return false }
        if let one = one as? AnyHashable, let other = other as? AnyHashable { return one == other }
        return false
    }

    /// Compares numbers as Foundation does: 1, 1.0 and true are equal.
    private static func isEqual(_ one: PropertyListValue, _ other: PropertyListValue) -> Bool {
        switch (one, other) {
        case (.array(let one), .array(let other)):
            return one.count == other.count && zip(one, other).allSatisfy(isEqual)
        case (.dictionary(let one), .dictionary(let other)):
            return one.count == other.count
                && one.allSatisfy { key, value in other[key].map { isEqual(value, $0) } ?? false }
        default:
            if let one = one.any as? NSNumber, let other = other.any as? NSNumber { return one == other }
            return one == other
        }
    }

    // The dictionary is encoded as JSON, because an archive turns true into 1. Values that a property list can't hold
    // are left out, because an archiver traps on them and the agent refuses them.

    package func encode(with coder: NSCoder, _ key: String) {
        var encodable: [String: PropertyListValue] = [:]
        for (name, value) in values {
            guard let name = name.base as? String else { continue }
            encodable[name] = try? PropertyListValue(value, key: "")
        }
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        if let data = try? encoder.encode(encodable) { coder.encode(NSData(data: data), forKey: key) }
    }

    /// Reads the result of ``encode(with:_:)``, or a dictionary that a program's test has encoded; the user info is
    /// empty for any other value.
    package init(_ coder: NSCoder, _ key: String) {
        let classes: [AnyClass] = [
            NSDictionary.self, NSArray.self, NSString.self, NSNumber.self, NSDate.self, NSData.self,
            NSURL.self, NSUUID.self, NSNull.self,
        ]
        switch coder.object(classes, key) {
        case let data as Data:
            self.init((try? JSONDecoder().decode([String: PropertyListValue].self, from: data)) ?? [:])
        case let dictionary as [AnyHashable: Any]:
            self.init(dictionary)
        default:
            self.init()
        }
    }
}
