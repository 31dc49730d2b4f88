// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Reads the values of one dictionary of JSON by key, and notes a remark for each value that can't be used.
package struct JSONReader {
    private let values: [String: JSONValue]
    /// Path of the dictionary with a dot at its end; empty for the outermost dictionary.
    private let path: String
    package var remarks: [JSONRemark] = []
    /// Keys whose values the caller has read.
    private var known: Set<String> = []

    package init(_ values: [String: JSONValue], path: String = "") {
        self.values = values
        self.path = path
    }

    // MARK: - Values

    package func isString(_ key: String) -> Bool {
        if case .string? = values[key] { true } else { false }
    }

    /// Returns the value of a key as it is, null included; the key then counts as read.
    package mutating func value(_ key: String) -> JSONValue? {
        known.insert(key)
        return values[key]
    }

    /// Returns a reader for the dictionary under a key; the caller must add the new reader's remarks to this reader's.
    package mutating func dictionary(_ key: String) -> JSONReader? {
        let path = path + key + "."
        return read(key, "must be a dictionary") {
            if case .dictionary(let values) = $0 { JSONReader(values, path: path) } else { nil }
        }
    }

    /// Returns an identifier or a name; nil with a remark if it is over the limit in UTF-8 bytes.
    package mutating func string(_ key: String, atMost limit: Int = Limits.identifierBytes) -> String? {
        converted(key, to: "a string of at most \(limit) bytes") { $0.utf8.count <= limit ? $0 : nil }
    }

    /// Returns a text for the person; a text over the limit in UTF-8 bytes is cut, with a remark.
    package mutating func text(_ key: String, atMost limit: Int) -> String? {
        guard let text = converted(key, to: "a string", { $0 }) else { return nil }
        let cut = text.cut(toBytes: limit)
        if cut != text { remark(key, "was cut to \(limit) bytes, the limit") }
        return cut
    }

    /// Returns the name of a sound; a payload may not name a path.
    package mutating func soundName(_ key: String) -> String? {
        let limit = Limits.identifierBytes
        return converted(key, to: "a name of 1 to \(limit) bytes without a slash") {
            (1...limit).contains($0.utf8.count) && !$0.utf8.contains(UInt8(ascii: "/")) ? $0 : nil
        }
    }

    /// Returns the value that `convert` makes of a string; nil with a remark if `convert` returns nil.
    package mutating func converted<Value>(_ key: String, to form: String, _ convert: (String) -> Value?) -> Value? {
        read(key, "must be \(form)") { if case .string(let text) = $0 { convert(text.withoutNUL) } else { nil } }
    }

    package mutating func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
        read(key, "must be a whole number from \(range.lowerBound) to \(range.upperBound)") { value in
            if case .integer(let number) = value, range.contains(Int(number)) { Int(number) } else { nil }
        }
    }

    package mutating func number(_ key: String, in range: ClosedRange<Double>) -> Double? {
        read(key, "must be a number from \(range.lowerBound) to \(range.upperBound)") { value in
            switch value {
            case .integer(let number): range.contains(Double(number)) ? Double(number) : nil
            case .real(let number): range.contains(number) ? number : nil
            default: nil
            }
        }
    }

    /// Returns whether the value is 1 or true; 0, false and a missing key are false.
    package mutating func flag(_ key: String) -> Bool {
        read(key, "must be 1 or 0") { value in
            switch value {
            case .integer(0), .boolean(false): false
            case .integer(1), .boolean(true): true
            default: nil
            }
        } ?? false
    }

    package mutating func choice<Value>(_ key: String, of choices: [(String, Value)]) -> Value? {
        read(key, "must be \(choices.map { "\"\($0.0)\"" }.joined(separator: ", "))") { value in
            choices.first { value == .string($0.0) }?.1
        }
    }

    package mutating func choice<Value>(_ key: String, of choices: [(Int, Value)]) -> Value? {
        read(key, "must be \(choices.map { "\($0.0)" }.joined(separator: ", "))") { value in
            choices.first { value == .integer(Int64($0.0)) }?.1
        }
    }

    /// Returns the arguments of a localized text: strings, and numbers in digits.
    package mutating func arguments(_ key: String) -> [String]? {
        read(key, "must be a list of strings") { value in
            guard case .array(let values) = value else { return nil }
            return values.map { value in
                switch value {
                case .string(let text): text.withoutNUL
                case .integer, .real, .boolean: value.text
                case .null, .hugeNumber, .array, .dictionary: ""
                }
            }
        }
    }

    private mutating func read<Value>(_ key: String, _ rule: String, _ convert: (JSONValue) -> Value?) -> Value? {
        known.insert(key)
        guard let json = values[key], json != .null else { return nil }
        let value = convert(json)
        if value == nil { remark(key, rule) }
        return value
    }

    // MARK: - Remarks

    /// Notes a remark for each key that was not read; the keys of `knowing` have no meaning on Linux.
    package mutating func refuseRest(knowing: Set<String>) {
        for key in values.keys.sorted() where !known.contains(key) {
            remark(key, knowing.contains(key) ? "has no meaning here" : JSONRemark.unknownKey)
        }
    }

    /// Notes a remark; the reason is the end of a sentence that begins with the key.
    package mutating func remark(_ key: String, _ reason: String) {
        remarks.append(JSONRemark(path + key, values[key] ?? .null, reason))
    }

    // MARK: - User info

    /// Removes the values that the store and D-Bus can't hold, with a remark for each, and returns the others.
    package mutating func keepStorable() -> [String: PropertyListValue] {
        guard case .dictionary(let kept)? = JSONValue.dictionary(values).storable("", &remarks) else { return [:] }
        return kept
    }
}
