// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A fault of a reader of foreign input.
struct Finding: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// Throws unless a condition is true.
    static func unless(_ isTrue: Bool, _ words: @autoclosure () -> String) throws(Finding) {
        if !isTrue { throw Finding(words()) }
    }
}
