// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationModel

/// Reads the values of one dictionary of a payload by key, and notes a remark for each value that can't be used.
struct PayloadReader {
    private var values: [String: PayloadJSON]
    /// Path of the dictionary with a dot at its end; empty for the payload itself.
    private let path: String
    var remarks: [PayloadRemark] = []
    /// Keys that were read.
    private var known: Set<String> = []

    init(_ values: [String: PayloadJSON], path: String = "") {
        self.values = values
        self.path = path
    }

    // MARK: - Values

    func isString(_ key: String) -> Bool {
        if case .string? = values[key] { true } else { false }
    }

    /// Returns a reader for a dictionary; its remarks must be added to this reader's.
    mutating func dictionary(_ key: String) -> PayloadReader? {
        let path = path + key + "."
        return read(key, "must be a dictionary") {
            if case .dictionary(let values) = $0 { PayloadReader(values, path: path) } else { nil }
        }
    }

    /// Returns an identifier or a name; nil with a remark if it is over the limit in UTF-8 bytes.
    mutating func string(_ key: String, atMost limit: Int = Limits.identifierBytes) -> String? {
        converted(key, to: "a string of at most \(limit) bytes") { $0.utf8.count <= limit ? $0 : nil }
    }

    /// Returns a text for the person; a text over the limit in UTF-8 bytes is cut, with a remark.
    mutating func text(_ key: String, atMost limit: Int) -> String? {
        guard let text = converted(key, to: "a string", { $0 }) else { return nil }
        let cut = text.cut(toBytes: limit)
        if cut != text { remark(key, "was cut to \(limit) bytes, the limit") }
        return cut
    }

    /// Returns the name of a sound; a payload may not name a path.
    mutating func soundName(_ key: String) -> String? {
        let limit = Limits.identifierBytes
        return converted(key, to: "a name of 1 to \(limit) bytes without a slash") {
            !$0.isEmpty && $0.utf8.count <= limit && !$0.contains("/") ? $0 : nil
        }
    }

    /// Returns a string in another form; nil with a remark if `convert` returns nil.
    mutating func converted<Value>(_ key: String, to form: String, _ convert: (String) -> Value?) -> Value? {
        read(key, "must be \(form)") { if case .string(let text) = $0 { convert(text.withoutNUL) } else { nil } }
    }

    mutating func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
        read(key, "must be a whole number from \(range.lowerBound) to \(range.upperBound)") { value in
            if case .integer(let number) = value, range.contains(Int(number)) { Int(number) } else { nil }
        }
    }

    mutating func number(_ key: String, in range: ClosedRange<Double>) -> Double? {
        read(key, "must be a number from \(range.lowerBound) to \(range.upperBound)") { value in
            switch value {
            case .integer(let number): range.contains(Double(number)) ? Double(number) : nil
            case .real(let number): range.contains(number) ? number : nil
            default: nil
            }
        }
    }

    /// Returns whether the value is 1 or true; 0, false and a missing key are false.
    mutating func flag(_ key: String) -> Bool {
        read(key, "must be 1 or 0") { value in
            switch value {
            case .integer(0), .boolean(false): false
            case .integer(1), .boolean(true): true
            default: nil
            }
        } ?? false
    }

    mutating func choice<Value>(_ key: String, of choices: [(String, Value)]) -> Value? {
        read(key, "must be \(choices.map { "\"\($0.0)\"" }.joined(separator: ", "))") { value in
            choices.first { value == .string($0.0) }?.1
        }
    }

    mutating func choice<Value>(_ key: String, of choices: [(Int, Value)]) -> Value? {
        read(key, "must be \(choices.map { "\($0.0)" }.joined(separator: ", "))") { value in
            choices.first { value == .integer(Int64($0.0)) }?.1
        }
    }

    /// Returns the arguments of a localized text: strings, and numbers in digits.
    mutating func arguments(_ key: String) -> [String]? {
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

    private mutating func read<Value>(_ key: String, _ rule: String, _ convert: (PayloadJSON) -> Value?) -> Value? {
        known.insert(key)
        guard let json = values[key], json != .null else { return nil }
        let value = convert(json)
        if value == nil { remark(key, rule) }
        return value
    }

    // MARK: - Remarks

    /// Notes a remark for each key that was not read; the keys of `knowing` have no meaning on Linux.
    mutating func refuseRest(knowing: Set<String>) {
        for key in values.keys.sorted() where !known.contains(key) {
            remark(key, knowing.contains(key) ? "has no meaning here" : PayloadRemark.unknownKey)
        }
    }

    private mutating func remark(_ key: String, _ reason: String) {
        let text = values[key]?.text ?? ""
        let value =
            text.count > PayloadRemark.maximumValueLength
            ? text.prefix(PayloadRemark.maximumValueLength) + "..." : text[...]
        remarks.append(PayloadRemark(key: path + key, value: String(value), reason: reason))
    }

    // MARK: - User info

    /// Removes the values that the store and D-Bus can't hold, with a remark for each, and returns the others.
    mutating func keepStorable() -> [String: PropertyListValue] {
        guard case .dictionary(let kept)? = storable(.dictionary(values), "") else { return [:] }
        return kept
    }

    private mutating func storable(_ value: PayloadJSON, _ place: String) -> PropertyListValue? {
        switch value {
        case .null, .hugeNumber: return leaveOut(value, place, "can't be stored and is left out of the user info")
        case .boolean(let value): return .boolean(value)
        case .integer(let value): return .integer(value)
        case .real(let value): return .real(value)
        case .string(let text): return .string(text.withoutNUL)
        case .array(let values):
            return .array(values.enumerated().compactMap { storable($1, "\(place)[\($0)]") })
        case .dictionary(let values):
            let prefix = place.isEmpty ? "" : place + "."
            var kept: [String: PropertyListValue] = [:]
            for (key, value) in values.sorted(by: { $0.key < $1.key }) {
                guard !key.utf8.contains(0) else {
                    _ = leaveOut(value, prefix + key.withoutNUL, "has a key with the character U+0000")
                    continue
                }
                kept[key] = storable(value, prefix + key)
            }
            return tagged(kept, value, place)
        }
    }

    /// Returns bytes for a dictionary `{"$data": base64}` and a date for `{"$date": seconds}`, as the store reads them.
    private mutating func tagged(
        _ kept: [String: PropertyListValue], _ value: PayloadJSON, _ place: String
    ) -> PropertyListValue? {
        guard kept.count == 1 else { return .dictionary(kept) }
        switch (kept["$data"], kept["$date"]) {
        case (.string(let text)?, _):
            return Data(base64Encoded: text).map(PropertyListValue.data) ?? leaveOut(value, place, "must be base64")
        case (_, .integer(let seconds)?): return .date(Date(timeIntervalSince1970: Double(seconds)))
        case (_, .real(let seconds)?): return .date(Date(timeIntervalSince1970: seconds))
        default: return .dictionary(kept)
        }
    }

    private mutating func leaveOut(_ value: PayloadJSON, _ place: String, _ reason: String) -> PropertyListValue? {
        remarks.append(
            PayloadRemark(
                key: place, value: String(value.text.prefix(PayloadRemark.maximumValueLength)), reason: reason))
        return nil
    }
}

extension String {
    /// The text with each U+0000, which D-Bus can't carry, replaced by U+FFFD.
    var withoutNUL: String { utf8.contains(0) ? replacing("\0", with: "\u{FFFD}") : self }

    /// Returns the longest beginning in whole characters that fits.
    package func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var (size, end) = (0, startIndex)
        while end < endIndex {
            size += self[end].utf8.count
            guard size <= limit else { break }
            end = index(after: end)
        }
        return String(self[..<end])
    }
}
