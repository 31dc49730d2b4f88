// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Result of requesting a bus name.
package enum NameRequestResult: UInt32, Hashable, Sendable {
    /// We own the name now.
    case primaryOwner = 1
    /// Another connection owns it; we get it when that one and all before us in the queue release it.
    case inQueue = 2
    /// Another connection owns it, and we don't wait.
    case exists = 3
    /// We owned the name before.
    case alreadyOwner = 4
}
