// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Why a source could not be made.
package enum EventLoopError: Error, Hashable, Sendable {
    /// The kernel refused a call, with this error number.
    case systemCall(String, errno: Int32)
    /// GLib cannot wait for this signal.
    case unsupportedSignal(Int32)
}
