// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// A program's subclass without initialisers of its own inherits Apple's convenience initialisers. A second designated
// initialiser, which other modules couldn't see, would prevent this. So `init(coder:)` is the only designated
// initialiser, and all values are passed to it, in an archive or in a `Carrier`.

/// Carries values from a convenience initialiser to `init(coder:)`.
final class Carrier: NSCoder {
    private let values: [Any]

    init(_ values: [Any]) { self.values = values }

    override var allowsKeyedCoding: Bool { true }
    override func containsValue(forKey key: String) -> Bool { false }
    override func decodeObject(forKey key: String) -> Any? { nil }

    /// Returns the carried value of a type; nil if no value has the type.
    func value<T>(_ type: T.Type) -> T? { values.lazy.compactMap { $0 as? T }.first }
}

extension NSCoding {
    /// Creates an object from values, which its `init(coder:)` finds by their types.
    init(carrying values: Any...) {
        // The result is never nil: the `init(coder:)` of these classes may fail for an archive, not for carried values.
        self.init(coder: Carrier(values))!
    }
}

extension NSCoder {
    /// Returns the carried value of a type; nil if the coder is an archive.
    func carried<T>(_ type: T.Type) -> T? { (self as? Carrier)?.value(type) }

    // Programs' tests create objects with coders that override only the methods that Apple's classes call:
    // `decodeObject` for a notification and a response, `decodeInt64` and `decodeBool` for settings, `decodeBool` for a
    // trigger. Some tests use an instance of `NSCoder` itself.

    /// Returns the object of a key; nil if the key is missing or the object has another class.
    package func object(_ classes: [AnyClass], _ key: String) -> Any? {
        guard mayHave(key) else { return nil }
        // `decodeObject(of:forKey:)` traps if the coder's `allowsKeyedCoding` is false.
        return allowsKeyedCoding ? decodeObject(of: classes, forKey: key) : decodeObject(forKey: key)
    }

    /// Returns false if asking the coder for this key would trap or fail.
    private func mayHave(_ key: String) -> Bool {
        // `NSCoder` itself is abstract: it has no values, and traps in its decoding methods.
        if type(of: self) == NSCoder.self { return false }
        // An unarchiver reports a missing key as a corrupt archive; other coders may not implement `containsValue`.
        return (self as? NSKeyedUnarchiver)?.containsValue(forKey: key) ?? true
    }

    /// Returns a whole number encoded as an integer; nil if the key is missing.
    package func integer(_ key: String) -> Int? {
        mayHave(key) ? Int(truncatingIfNeeded: decodeInt64(forKey: key)) : nil
    }

    /// Returns a value encoded as a Boolean; false if the key is missing.
    package func boolean(_ key: String) -> Bool { mayHave(key) && decodeBool(forKey: key) }

    /// Returns a number encoded as a `Double`; 0 if the key is missing.
    func real(_ key: String) -> Double { mayHave(key) ? decodeDouble(forKey: key) : 0 }

    package func string(_ key: String) -> String? { object([NSString.self], key) as? String }

    func number(_ key: String) -> NSNumber? { object([NSNumber.self], key) as? NSNumber }

    package func object<T: NSObject>(_ type: T.Type, _ key: String) -> T? { object([type], key) as? T }

    /// Returns the list of a key; an empty list if the key is missing.
    package func objects<T: NSObject>(_ type: T.Type, _ key: String) -> [T] {
        object([NSArray.self, type], key) as? [T] ?? []
    }

    package func encode(_ string: String?, _ key: String) {
        if let string { encode(NSString(string: string), forKey: key) }
    }

    func encode(_ number: NSNumber?, _ key: String) { if let number { encode(number, forKey: key) } }

    package func encode(_ objects: [some NSObject], _ key: String) { encode(NSArray(array: objects), forKey: key) }
}
