// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Another agent of this person owns the name on the bus, or has the store, on whatever bus it is.
package struct AlreadyRunning: Error, CustomStringConvertible {
    package var description: String { "another belfryd is running for you already, on this session bus or on another" }
}
