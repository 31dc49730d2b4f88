// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Reason why a source could not be created.
package enum EventLoopError: Error, Hashable, Sendable {
    /// The kernel refused a system call with this error number.
    case systemCall(String, errno: Int32)
    /// GLib cannot wait for this signal.
    case unsupportedSignal(Int32)
}
