// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Identity of a connection's process, as known to the bus.
package struct Credentials: Hashable, Sendable {
    /// The process id when it connected; the process may have ended and its id been reused.
    package let processID: Int32?
    /// The user id; nil if the bus doesn't know it.
    package let userID: UInt32?
    /// A pidfd of the process; nil with buses older than 1.15.8.
    package let processFD: FileDescriptorHandle?
    /// Label of the security module when the process connected, such as `snap.chat.chat (enforce)`; nil without one.
    package let securityLabel: String?
}
