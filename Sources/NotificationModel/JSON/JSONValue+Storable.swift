// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

extension JSONValue {
    /// Returns the value in the form that the store and D-Bus can hold; nil if it has no such form.
    ///
    /// A dictionary or list loses the values that have no such form. `place` is the path of the value for the remarks.
    package func storable(_ place: String, _ remarks: inout [JSONRemark]) -> PropertyListValue? {
        switch self {
        case .null, .hugeNumber:
            remarks.append(JSONRemark(place, self, "can't be stored and is left out of the user info"))
            return nil
        case .boolean(let value): return .boolean(value)
        case .integer(let value): return .integer(value)
        case .real(let value): return .real(value)
        case .string(let text): return .string(text.withoutNUL)
        case .array(let values):
            return .array(values.enumerated().compactMap { $1.storable("\(place)[\($0)]", &remarks) })
        case .dictionary(let values):
            let prefix = place.isEmpty ? "" : place + "."
            var kept: [String: PropertyListValue] = [:]
            for (key, value) in values.sorted(by: { $0.key < $1.key }) {
                guard !key.utf8.contains(0) else {
                    remarks.append(JSONRemark(prefix + key.withoutNUL, value, "has a key with the character U+0000"))
                    continue
                }
                kept[key] = value.storable(prefix + key, &remarks)
            }
            guard let value = Self.untagged(kept) else {
                remarks.append(JSONRemark(place, self, "must be base64"))
                return nil
            }
            return value
        }
    }

    /// Returns bytes for a dictionary `{"$data": base64}` and a date for `{"$date": seconds}`, as the store reads them;
    /// nil if the text is no base64.
    static func untagged(_ kept: [String: PropertyListValue]) -> PropertyListValue? {
        guard kept.count == 1 else { return .dictionary(kept) }
        switch (kept["$data"], kept["$date"]) {
        case (.string(let text)?, _): return Data(base64Encoded: text).map(PropertyListValue.data)
        case (_, .integer(let seconds)?): return .date(Date(timeIntervalSince1970: Double(seconds)))
        case (_, .real(let seconds)?): return .date(Date(timeIntervalSince1970: seconds))
        default: return .dictionary(kept)
        }
    }

    /// Whether the value is a dictionary with the key `$data` or `$date`, which stands for one value and isn't merged.
    package var isTagged: Bool {
        guard case .dictionary(let values) = self, values.count == 1 else { return false }
        return switch (values["$data"], values["$date"]) {
        case (.string?, _), (_, .integer?), (_, .real?): true
        default: false
        }
    }
}
