// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// How a notification server knows a notification: its own number, meaningless to any other owner.
package struct ServerNumber: Hashable, Sendable {
    /// The server's unique name on the bus, such as `:1.42`.
    package let owner: String
    /// What the server's `Notify` returned; not 0.
    package let number: UInt32

    package init(owner: String, number: UInt32) {
        self.owner = owner
        self.number = number
    }
}
