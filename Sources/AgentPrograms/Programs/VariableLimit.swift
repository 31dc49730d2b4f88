// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Limits on environment variables: the kernel refuses to start a program with larger ones.
package enum VariableLimit {
    /// The longest variable with its name, in bytes (`MAX_ARG_STRLEN` of Linux).
    package static let bytes = 128 << 10
    /// The longest variable for a second try, if the kernel refused the whole environment as too large.
    package static let leanBytes = 1 << 10
    /// The variable that lists the names of the omitted variables.
    static let omitted = "BELFRY_OMITTED"

    /// Returns the variables that fit, and the names of the others in ``omitted``.
    package static func fitting(_ variables: [String: String], atMost limit: Int = bytes) -> [String: String] {
        // A variable takes its name, "=", its value and a NUL.
        var fitting = variables.filter { $0.key.utf8.count + $0.value.utf8.count + 2 <= limit }
        let names = variables.keys.filter { fitting[$0] == nil }.sorted()
        if !names.isEmpty { fitting[omitted] = names.joined(separator: " ") }
        return fitting
    }
}
