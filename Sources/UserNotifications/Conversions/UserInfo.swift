// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel

/// User info in Apple's types: what a property list holds, with every number an `NSNumber`.
///
/// A Swift dictionary keeps exact types on Linux: `as? Int` of a stored `Int64` would be nil. As `NSNumber` it is
/// whatever number it is asked for, as on Apple's systems, before and after the agent had it (un-behaviour 33).
enum UserInfo {
    /// The same dictionary with its numbers as `NSNumber`, at every depth; what else it holds is left alone.
    static func normalised(_ userInfo: [AnyHashable: Any]) -> [AnyHashable: Any] { userInfo.mapValues(normalised) }

    private static func normalised(_ value: Any) -> Any {
        switch value {
        case let number as NSNumber: number
        case let array as [Any]: array.map(normalised)
        case let dictionary as [AnyHashable: Any]: normalised(dictionary)
        default: value
        }
    }

    static func isEqual(_ one: [AnyHashable: Any], _ other: [AnyHashable: Any]) -> Bool {
        guard one.count == other.count else { return false }
        return one.allSatisfy { key, value in other[key].map { isEqual(value, $0) } ?? false }
    }

    private static func isEqual(_ one: Any, _ other: Any) -> Bool {
        if let one = try? PropertyListValue(one, key: ""), let other = try? PropertyListValue(other, key: "") {
            return one == other
        }
        if let one = one as? AnyHashable, let other = other as? AnyHashable { return one == other }
        return false
    }

    static func decode(_ coder: NSCoder, _ key: String) -> [AnyHashable: Any] {
        let classes: [AnyClass] = [
            NSDictionary.self, NSArray.self, NSString.self, NSNumber.self, NSDate.self, NSData.self,
        ]
        return (coder.decodeObject(of: classes, forKey: key) as? [AnyHashable: Any]).map(normalised) ?? [:]
    }

    static func encode(_ userInfo: [AnyHashable: Any], _ coder: NSCoder, _ key: String) {
        coder.encode(NSDictionary(dictionary: userInfo), forKey: key)
    }
}
