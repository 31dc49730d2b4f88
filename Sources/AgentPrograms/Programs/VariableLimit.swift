// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The size of a program's environment: the kernel starts no program with more.
package enum VariableLimit {
    /// Bytes of one variable with its name, as Linux has it (`MAX_ARG_STRLEN`).
    package static let bytes = 128 << 10
    /// The same, where the kernel had no room for all of them together.
    package static let leanBytes = 1 << 10
    /// Variable with the names of those that were left out.
    static let omitted = "BELFRY_OMITTED"

    /// The variables that fit, and the names of the others in ``omitted``.
    package static func fitting(_ variables: [String: String], atMost limit: Int = bytes) -> [String: String] {
        // A name, "=", a value, and a NUL.
        var fitting = variables.filter { $0.key.utf8.count + $0.value.utf8.count + 2 <= limit }
        let names = variables.keys.filter { fitting[$0] == nil }.sorted()
        if !names.isEmpty { fitting[omitted] = names.joined(separator: " ") }
        return fitting
    }
}
