// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A file descriptor that came or goes with a message.
///
/// It is closed when nobody keeps the handle.
///
/// Two handles are equal when they are the same one.
package final class FileDescriptorHandle: Hashable, Sendable {
    /// The open descriptor; duplicate it to keep it longer than the handle.
    package let rawValue: Int32

    /// Takes over an open descriptor.
    package init(owning rawValue: Int32) { self.rawValue = rawValue }

    /// Duplicates an open descriptor, which stays the caller's.
    ///
    /// - Throws: ``BusError`` when it is not open or the process has no descriptor left.
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
