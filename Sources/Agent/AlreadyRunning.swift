// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The error for another agent of this person that owns the bus name or has the store, on whatever bus.
package struct AlreadyRunning: Error, CustomStringConvertible {
    /// The address of the other agent's bus; nil if it is on this bus, or if the address is not known.
    package var address: String?

    package var description: String {
        "your belfryd is already running, on "
            + (address.map { "another session bus, \($0), where the belfry command finds it" }
                ?? "this session bus or another one")
    }
}
