// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Reason in `NotificationClosed`.
package enum CloseReason: UInt32, Sendable, CaseIterable {
    case expired = 1
    /// The person dismissed it, or chose an action that closes it.
    case dismissed = 2
    /// The program called `CloseNotification`.
    case closedByCall = 3
    case undefined = 4
}
