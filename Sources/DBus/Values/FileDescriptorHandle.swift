// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A file descriptor received or sent in a message.
///
/// It is closed with the last reference to the handle. Two handles are equal if they are identical.
package final class FileDescriptorHandle: Hashable, Sendable {
    /// The open descriptor; duplicate it to keep it longer than the handle.
    package let rawValue: Int32

    /// Takes ownership of an open descriptor.
    package init(owning rawValue: Int32) { self.rawValue = rawValue }

    /// Duplicates an open descriptor, which the caller still owns.
    ///
    /// - Throws: ``BusError`` if it is not open or the process has too many descriptors.
    package init(duplicating descriptor: Int32) throws(BusError) {
        rawValue = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard rawValue >= 0 else {
            throw .invalidArguments("The file descriptor \(descriptor) cannot be duplicated.")
        }
    }

    deinit { if rawValue >= 0 { close(rawValue) } }

    package static func == (left: FileDescriptorHandle, right: FileDescriptorHandle) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
