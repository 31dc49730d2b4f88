// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// How to ask for a bus name.
package struct NameFlags: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Others who ask with ``replaceExisting`` may take the name away.
    package static let allowReplacement = NameFlags(rawValue: 1)
    /// Take the name from an owner that allows it.
    package static let replaceExisting = NameFlags(rawValue: 2)
    /// Do not wait in the queue when somebody else has the name.
    package static let doNotQueue = NameFlags(rawValue: 4)
}
