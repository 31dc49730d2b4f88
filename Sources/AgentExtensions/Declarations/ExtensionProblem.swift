// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A fault in the declaration of an extension.
package struct ExtensionProblem: Hashable, Sendable, CustomStringConvertible {
    /// The key of the desktop file; empty for a fault of the whole group.
    package let key: String
    /// The key's value, or the value's faulty element; nil if the key is missing or the whole group has the fault.
    package let value: String?
    /// The fault, with the limit, as the end of a sentence that begins with the key.
    package let reason: String
    /// Whether the extension can't run because of the fault; if false, only the key has no effect.
    package let isFatal: Bool

    init(_ key: String, _ value: String?, _ reason: String, isFatal: Bool = false) {
        (self.key, self.value, self.reason, self.isFatal) = (key, value, reason, isFatal)
    }

    /// The fault as a sentence with the key, its value and the limit.
    package var description: String {
        let name = key.isEmpty ? "the group" : key
        return value.map { "\(name) is \"\($0)\": it \(reason)" } ?? "\(name) \(reason)"
    }
}
