// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// What became of asking for a bus name.
package enum NameRequestResult: UInt32, Hashable, Sendable {
    /// The name is ours.
    case primaryOwner = 1
    /// Somebody else has it; it becomes ours when they and all before us give it up.
    case inQueue = 2
    /// Somebody else has it, and we do not wait.
    case exists = 3
    /// It was ours before.
    case alreadyOwner = 4
}
