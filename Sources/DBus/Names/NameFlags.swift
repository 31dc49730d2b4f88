// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Options for requesting a bus name.
package struct NameFlags: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Another connection that requests the name with ``replaceExisting`` may take it over.
    package static let allowReplacement = NameFlags(rawValue: 1)
    /// The request takes the name over from an owner that allows it.
    package static let replaceExisting = NameFlags(rawValue: 2)
    /// The request doesn't wait in the queue if the name has an owner.
    package static let doNotQueue = NameFlags(rawValue: 4)
}
