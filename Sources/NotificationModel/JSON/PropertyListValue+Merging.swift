// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension PropertyListValue {
    /// Applies a JSON merge patch (RFC 7386) to a dictionary: null removes a key, and a dictionary is merged.
    ///
    /// A value that can't be stored leaves its key unchanged, with a remark. `place` is the path of the dictionary.
    package static func merge(
        _ patch: [String: JSONValue], into values: inout [String: PropertyListValue], _ place: String,
        _ remarks: inout [JSONRemark]
    ) {
        for (key, change) in patch.sorted(by: { $0.key < $1.key }) {
            let path = "\(place).\(key.withoutNUL)"
            guard !key.utf8.contains(0) else {
                remarks.append(JSONRemark(path, change, "has a key with the character U+0000"))
                continue
            }
            switch change {
            case .null: values[key] = nil
            case .dictionary(let inner) where !change.isTagged:
                var merged: [String: PropertyListValue] = [:]
                if case .dictionary(let old)? = values[key] { merged = old }
                merge(inner, into: &merged, path, &remarks)
                if let value = JSONValue.untagged(merged) { values[key] = value }
            default: if let value = change.storable(path, &remarks) { values[key] = value }
            }
        }
    }
}
