// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// A type that is a dictionary in messages; a table of its keys describes how to decode and encode it.
package protocol KeyCoded: Codable, Sendable {
    /// A value with the default of every property.
    static var blank: Self { get }
    static var codedKeys: CodedKeys<Self> { get }
    /// Tells whether the dictionary holds other types' keys too; otherwise an unknown key is refused.
    static var sharesDictionary: Bool { get }
}

extension KeyCoded {
    package static var sharesDictionary: Bool { false }

    package init(from decoder: any Decoder) throws { try self.init(codedKeysOf: decoder) }

    package func encode(to encoder: any Encoder) throws { try encodeCodedKeys(to: encoder) }

    /// Decodes the keys of the table.
    ///
    /// - Throws: `DecodingError`, which names an unknown, missing or mistyped key.
    package init(codedKeysOf decoder: any Decoder) throws {
        let keys = Self.codedKeys
        let container = CodedContainer(try decoder.container(keyedBy: NamedKey.self))
        if !Self.sharesDictionary, !container.names.allSatisfy({ keys.contains($0) }) {
            try decoder.refuseKeys(otherThan: keys.names)
        }
        self = Self.blank
        try keys.decode(container, into: &self)
    }

    /// Encodes the keys of the table.
    package func encodeCodedKeys(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: NamedKey.self)
        try withUnsafePointer(to: self) { root in
            for key in Self.codedKeys.keys { try key.encode(root, &container) }
        }
    }
}

/// The keys of a dictionary, in the order in which they are decoded and encoded.
///
/// `Root` is not constrained here, because the runtime would search the whole program for its conformance.
package struct CodedKeys<Root>: Sendable, ExpressibleByArrayLiteral {
    let keys: [CodedKey<Root>]
    /// The index in ``keys`` for each key's name.
    private var places: [String: Int] = [:]

    package init(arrayLiteral elements: CodedKey<Root>...) { self.init(elements) }

    package init(_ keys: [CodedKey<Root>]) {
        self.keys = keys
        for place in keys.indices { for name in keys[place].names { places[name] = places[name] ?? place } }
    }

    /// The names of all keys, in any order.
    package var names: [String] { Array(places.keys) }

    func contains(_ name: String) -> Bool { places[name] != nil }

    /// Decodes the keys that the dictionary has, and the keys that are always decoded.
    ///
    /// Most dictionaries lack most of the keys, so this is faster than looking each key up in the dictionary.
    func decode(_ container: CodedContainer, into root: inout Root) throws {
        var isWanted = keys.map(\.isDecodedAlways)
        for name in container.names { if let place = places[name] { isWanted[place] = true } }
        for place in keys.indices where isWanted[place] { try keys[place].decode(&root, container) }
    }
}

/// A dictionary that is decoded, with the names of the keys that it has.
struct CodedContainer {
    let keyed: KeyedDecodingContainer<NamedKey>
    let names: [String]

    init(_ keyed: KeyedDecodingContainer<NamedKey>) { (self.keyed, names) = (keyed, keyed.allKeys.map(\.stringValue)) }
}

/// A key of a dictionary in messages, or a few keys that belong together, and the property for their value.
package struct CodedKey<Root>: Sendable {
    package typealias Property<Value> = any WritableKeyPath<Root, Value> & Sendable

    package let names: [String]
    /// Whether the key is written even if its value equals that in ``KeyCoded/blank``.
    fileprivate let isKept: Bool
    /// Whether the key is decoded even if the dictionary lacks it: the key is required, or its absence has a meaning.
    fileprivate let isDecodedAlways: Bool
    fileprivate let decode: @Sendable (inout Root, CodedContainer) throws -> Void
    fileprivate let encode: @Sendable (UnsafePointer<Root>, inout KeyedEncodingContainer<NamedKey>) throws -> Void

    /// Creates keys with custom decoding and encoding; unless `isKept`, `encode` must write nothing if the value is
    /// that of ``KeyCoded/blank``.
    package init(
        _ names: [String], isKept: Bool = false,
        decode: @escaping @Sendable (inout Root, KeyedDecodingContainer<NamedKey>) throws -> Void,
        encode: @escaping @Sendable (Root, inout KeyedEncodingContainer<NamedKey>) throws -> Void
    ) {
        self.init(names, isKept, isDecodedAlways: true) { root, container in
            try decode(&root, container.keyed)
        } _: { root, container in
            try encode(root.pointee, &container)
        }
    }

    private init(
        _ names: [String], _ isKept: Bool, isDecodedAlways: Bool = false,
        _ decode: @escaping @Sendable (inout Root, CodedContainer) throws -> Void,
        _ encode: @escaping @Sendable (UnsafePointer<Root>, inout KeyedEncodingContainer<NamedKey>) throws -> Void
    ) {
        (self.names, self.isKept, self.isDecodedAlways) = (names, isKept, isDecodedAlways)
        (self.decode, self.encode) = (decode, encode)
    }
}

extension CodedKey where Root: KeyCoded {
    /// Returns all keys of another type that is a part of the same dictionary.
    ///
    /// Most parts of most requests are blank: one comparison of the part then saves a comparison for each key.
    package static func part<Part: KeyCoded & Equatable>(_ property: Property<Part>) -> CodedKey {
        let (keys, blank, stored) = (Part.codedKeys, Part.blank, StoredProperty(property))
        let isKept = keys.keys.contains(where: \.isKept)
        let isDecodedAlways = keys.keys.contains(where: \.isDecodedAlways)
        return CodedKey(keys.names, isKept, isDecodedAlways: isDecodedAlways) { root, container in
            var part = blank
            try keys.decode(container, into: &part)
            root[keyPath: property] = part
        } _: { root, container in
            let part = stored[root]
            guard isKept || part != blank else { return }
            try withUnsafePointer(to: part) { part in
                for key in keys.keys { try key.encode(part, &container) }
            }
        }
    }

    /// Creates a key that the dictionary must contain.
    package static func required<Value: Codable & Sendable>(_ name: String, _ property: Property<Value>) -> CodedKey {
        let (key, stored) = (NamedKey(stringValue: name), StoredProperty(property))
        return CodedKey([name], true, isDecodedAlways: true) { root, container in
            root[keyPath: property] = try container.keyed.decode(Value.self, forKey: key)
        } _: { root, container in
            try container.encode(stored[root], forKey: key)
        }
    }

    /// Creates a key that may be missing: it then has ``KeyCoded/blank``'s value, which is written only if `isKept`.
    package static func value<Value: Codable & Equatable & Sendable>(
        _ name: String, _ property: Property<Value>, isKept: Bool = false
    ) -> CodedKey {
        let (key, stored) = (NamedKey(stringValue: name), StoredProperty(property))
        let standard = withUnsafePointer(to: Root.blank) { stored[$0] }
        return CodedKey([name], isKept) { root, container in
            if let value = try container.keyed.decodeIfPresent(Value.self, forKey: key) {
                root[keyPath: property] = value
            }
        } _: { root, container in
            let value = stored[root]
            if isKept || value != standard { try container.encode(value, forKey: key) }
        }
    }

    /// Creates a key that may be missing: its value is then nil.
    package static func optional<Value: Codable & Sendable>(_ name: String, _ property: Property<Value?>) -> CodedKey {
        converted(name, property, read: { (value: Value) in value }, write: { $0 })
    }

    /// Creates a key whose value is converted by `read` and `write`; a value for which `read` returns nil is refused.
    package static func converted<Coded: Codable & Sendable, Value: Sendable>(
        _ name: String, _ property: Property<Value?>,
        read: @escaping @Sendable (Coded) throws -> Value?, write: @escaping @Sendable (Value) -> Coded
    ) -> CodedKey {
        let (key, stored) = (NamedKey(stringValue: name), StoredProperty(property))
        return CodedKey([name], false) { root, container in
            guard let coded = try container.keyed.decodeIfPresent(Coded.self, forKey: key) else { return }
            guard let value = try read(coded) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container.keyed, debugDescription: "is not understood")
            }
            root[keyPath: property] = value
        } _: { root, container in
            guard let value = stored[root] else { return }
            try container.encode(write(value), forKey: key)
        }
    }

    /// Creates the keys of a date: in RFC 3339 for people, and in seconds since 1970 under the name with `Unix` added;
    /// only the seconds are read.
    package static func date(_ name: String, _ property: Property<Date>) -> CodedKey {
        let (key, unixKey) = (NamedKey(stringValue: name), NamedKey(stringValue: name + "Unix"))
        return CodedKey([name], isKept: true) { root, container in
            let seconds = try container.decode(Double.self, forKey: unixKey)
            root[keyPath: property] = Date(timeIntervalSince1970: seconds)
        } encode: { root, container in
            let date = root[keyPath: property]
            try container.encode(date.rfc3339(in: .current), forKey: key)
            try container.encode(date.timeIntervalSince1970, forKey: unixKey)
        }
    }
}

/// A property that is read at its offset in memory. A key path would copy the whole value to read one property.
private struct StoredProperty<Root, Value>: Sendable {
    private let path: any WritableKeyPath<Root, Value> & Sendable
    /// The offset in bytes; nil for a computed property.
    private let offset: Int?

    init(_ path: any WritableKeyPath<Root, Value> & Sendable) {
        (self.path, offset) = (path, MemoryLayout<Root>.offset(of: path))
    }

    subscript(root: UnsafePointer<Root>) -> Value {
        guard let offset else { return root.pointee[keyPath: path] }
        return (UnsafeRawPointer(root) + offset).assumingMemoryBound(to: Value.self).pointee
    }
}

/// A coding key with any name, for dictionaries whose unknown keys are refused.
package struct NamedKey: CodingKey, Hashable {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(stringValue: String) { self.stringValue = stringValue }
    package init?(intValue: Int) { nil }
}

extension Decoder {
    /// Refuses a dictionary with an unknown key, so that nothing is silently dropped.
    ///
    /// - Throws: `DecodingError.dataCorrupted`, which names the first unknown key.
    package func refuseKeys(otherThan known: some Collection<String>) throws {
        let container = try container(keyedBy: NamedKey.self)
        // The minimum avoids sorting the keys, which are nearly always all known.
        guard let unknown = container.allKeys.lazy.map(\.stringValue).filter({ !known.contains($0) }).min() else {
            return
        }
        throw DecodingError.dataCorrupted(
            .init(
                codingPath: codingPath + [NamedKey(stringValue: unknown)],
                debugDescription: "\"\(unknown)\" is not a key here; your own data goes into userInfo"))
    }
}

extension KeyedDecodingContainer {
    /// Returns the value of `key`, or `standard` if the key is absent.
    package func value<T: Decodable>(_ key: Key, or standard: T) throws -> T {
        try decodeIfPresent(T.self, forKey: key) ?? standard
    }
}
