// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Apple's convenience initialisers are inherited by a subclass that adds nothing, and `init(coder:)` is the one
// designated initialiser that a subclass can call. A second one, which other modules can't see, would end that
// inheritance. So every value comes in by `init(coder:)`: from an archive, or carried by this.

/// Carries values from a convenience initialiser to `init(coder:)`.
final class Carrier: NSCoder {
    private let values: [Any]

    init(_ values: Any...) { self.values = values }

    override var allowsKeyedCoding: Bool { true }
    override func containsValue(forKey key: String) -> Bool { false }
    override func decodeObject(forKey key: String) -> Any? { nil }

    /// The carried value of this type; nil if there is none.
    func value<T>(_ type: T.Type) -> T? { values.lazy.compactMap { $0 as? T }.first }
}

extension NSCoder {
    /// The carried value of this type; nil from an archive.
    func carried<T>(_ type: T.Type) -> T? { (self as? Carrier)?.value(type) }

    // Programs' tests make objects with coders that override just the methods that Apple's classes call: only
    // `decodeObject` for a notification and a response (un-behaviour 118), `decodeInt64` and `decodeBool` for
    // settings, `decodeBool` for a trigger. `NSCoder()` itself is used, too.

    /// What this key holds; nil if there is nothing, or it is of another class.
    func object(_ classes: [AnyClass], _ key: String) -> Any? {
        guard mayHave(key) else { return nil }
        // Foundation ends the program over a class list given to a coder that doesn't say it has keys.
        return allowsKeyedCoding ? decodeObject(of: classes, forKey: key) : decodeObject(forKey: key)
    }

    /// Whether it makes sense to ask for this key.
    private func mayHave(_ key: String) -> Bool {
        // The abstract coder has nothing, and ends the program when it is asked.
        if type(of: self) == NSCoder.self { return false }
        // An unarchiver takes a missing key for a broken archive; others may not even know `containsValue`.
        return (self as? NSKeyedUnarchiver)?.containsValue(forKey: key) ?? true
    }

    /// The whole number of this key that was encoded as such; nil if there is none.
    func integer(_ key: String) -> Int? { mayHave(key) ? Int(truncatingIfNeeded: decodeInt64(forKey: key)) : nil }

    /// The Boolean of this key that was encoded as such; false if there is none.
    func boolean(_ key: String) -> Bool { mayHave(key) && decodeBool(forKey: key) }

    /// The real number of this key that was encoded as such; 0 if there is none.
    func real(_ key: String) -> Double { mayHave(key) ? decodeDouble(forKey: key) : 0 }

    /// The string of this key; nil if there is none.
    func string(_ key: String) -> String? { object([NSString.self], key) as? String }

    /// The number of this key; nil if there is none.
    func number(_ key: String) -> NSNumber? { object([NSNumber.self], key) as? NSNumber }

    /// The object of this key; nil if there is none.
    func object<T: NSObject>(_ type: T.Type, _ key: String) -> T? { object([type], key) as? T }

    /// The objects of this key; empty if there are none.
    func objects<T: NSObject>(_ type: T.Type, _ key: String) -> [T] { object([NSArray.self, type], key) as? [T] ?? [] }

    func encode(_ string: String?, _ key: String) {
        if let string { encode(NSString(string: string), forKey: key) }
    }

    func encode(_ number: NSNumber?, _ key: String) {
        if let number { encode(number, forKey: key) }
    }

    func encode(_ objects: [some NSObject], _ key: String) {
        encode(NSArray(array: objects), forKey: key)
    }
}
