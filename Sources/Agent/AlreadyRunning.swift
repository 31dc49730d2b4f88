// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Another agent of this person owns the name on the bus.
package struct AlreadyRunning: Error, CustomStringConvertible {
    package var description: String { "another belfryd is running for you already" }
}
