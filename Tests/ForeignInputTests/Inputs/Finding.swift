// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Something that a reader of foreign input must not do, and did.
struct Finding: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// Throws unless something is as it must be.
    static func unless(_ isTrue: Bool, _ words: @autoclosure () -> String) throws(Finding) {
        if !isTrue { throw Finding(words()) }
    }
}
