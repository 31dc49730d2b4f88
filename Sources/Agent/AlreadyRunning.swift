// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Another agent of this person owns the name on the bus, or has the store, on whatever bus it is.
package struct AlreadyRunning: Error, CustomStringConvertible {
    /// The address of its bus; nil where it is this one, or not known.
    package var address: String?

    package var description: String {
        "another belfryd is running for you already, on "
            + (address.map { "another session bus, \($0); belfry finds it there" } ?? "this session bus or on another")
    }
}
