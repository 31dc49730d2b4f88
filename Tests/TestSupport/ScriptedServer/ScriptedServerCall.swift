// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import NotificationServer

/// A call that a scripted server received.
package enum ScriptedServerCall: Hashable, Sendable {
    /// The notification with its number; 0 if it was refused or not shown.
    case notify(ReceivedNotification)
    case close(UInt32)
    case capabilities
    case information
}
