// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A file descriptor received or sent in a message.
///
/// Releasing the handle's last reference closes the descriptor. Two handles are equal only if they are the same object.
package final class FileDescriptorHandle: Hashable, Sendable {
    /// The open descriptor. A program that needs it after the handle is released must duplicate it.
    package let rawValue: Int32

    /// Creates a handle that owns an open descriptor.
    package init(owning rawValue: Int32) { self.rawValue = rawValue }

    /// Creates a handle for a duplicate of an open descriptor; the caller still owns the original.
    ///
    /// - Throws: ``BusError`` if the descriptor is not open or the process has too many descriptors.
    package init(duplicating descriptor: Int32) throws(BusError) {
        rawValue = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard rawValue >= 0 else { throw .invalidArguments("The file descriptor \(descriptor) cannot be duplicated.") }
    }

    deinit { if rawValue >= 0 { close(rawValue) } }

    package static func == (left: FileDescriptorHandle, right: FileDescriptorHandle) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
