// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Who a connection belongs to, as the bus knows it.
package struct Credentials: Hashable, Sendable {
    /// The process when it connected; it may be gone, and its number may be another's.
    package let processID: Int32?
    /// The user, as a number; nil when the bus does not know.
    package let userID: UInt32?
    /// A pidfd of that very process; nil with buses older than 1.15.8.
    package let processFD: FileDescriptorHandle?
    /// What the security module called the process when it connected, such as `snap.chat.chat (enforce)`; nil without one.
    package let securityLabel: String?
}
