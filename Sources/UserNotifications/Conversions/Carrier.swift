// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// A subclass without initialisers of its own inherits Apple's convenience initialisers. `init(coder:)` is the only
// designated initialiser, because a second one, which other modules can't see, would prevent that inheritance. So all
// values are passed to `init(coder:)`, in an archive or in a `Carrier`.

/// Carries values from a convenience initialiser to `init(coder:)`.
final class Carrier: NSCoder {
    private let values: [Any]

    init(_ values: [Any]) { self.values = values }

    override var allowsKeyedCoding: Bool { true }
    override func containsValue(forKey key: String) -> Bool { false }
    override func decodeObject(forKey key: String) -> Any? { nil }

    /// Returns the carried value of a type; nil if there is none.
    func value<T>(_ type: T.Type) -> T? { values.lazy.compactMap { $0 as? T }.first }
}

extension NSCoding {
    /// Creates an object from the values that its `init(coder:)` looks for.
    init(carrying values: Any...) {
        // Not nil: the `init(coder:)` of these classes fails at most for an archive, and never for carried values.
        self.init(coder: Carrier(values))!
    }
}

extension NSCoder {
    /// Returns the carried value of a type; nil if the coder is an archive.
    func carried<T>(_ type: T.Type) -> T? { (self as? Carrier)?.value(type) }

    // Programs' tests create objects with coders that override only the methods that Apple's classes call:
    // `decodeObject` for a notification and a response (un-behaviour 118), `decodeInt64` and `decodeBool` for settings,
    // `decodeBool` for a trigger. Some tests use `NSCoder()` itself.

    /// Returns the object of a key; nil if there is none or it has another class.
    func object(_ classes: [AnyClass], _ key: String) -> Any? {
        guard mayHave(key) else { return nil }
        // Given a class list, Foundation traps in a coder whose `allowsKeyedCoding` is false.
        return allowsKeyedCoding ? decodeObject(of: classes, forKey: key) : decodeObject(forKey: key)
    }

    /// Returns false if asking the coder for this key would trap or fail.
    private func mayHave(_ key: String) -> Bool {
        // The abstract coder has no values, and traps when it is asked.
        if type(of: self) == NSCoder.self { return false }
        // An unarchiver reports a missing key as a corrupt archive; other coders may not implement `containsValue`.
        return (self as? NSKeyedUnarchiver)?.containsValue(forKey: key) ?? true
    }

    /// Returns a whole number encoded as an integer; nil if there is none.
    func integer(_ key: String) -> Int? { mayHave(key) ? Int(truncatingIfNeeded: decodeInt64(forKey: key)) : nil }

    /// Returns a Boolean encoded as such; false if there is none.
    func boolean(_ key: String) -> Bool { mayHave(key) && decodeBool(forKey: key) }

    /// Returns a real number encoded as such; 0 if there is none.
    func real(_ key: String) -> Double { mayHave(key) ? decodeDouble(forKey: key) : 0 }

    /// Returns the string of a key; nil if there is none.
    func string(_ key: String) -> String? { object([NSString.self], key) as? String }

    /// Returns the number of a key; nil if there is none.
    func number(_ key: String) -> NSNumber? { object([NSNumber.self], key) as? NSNumber }

    /// Returns the object of a key; nil if there is none.
    func object<T: NSObject>(_ type: T.Type, _ key: String) -> T? { object([type], key) as? T }

    /// Returns the objects of a key; empty if there are none.
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
