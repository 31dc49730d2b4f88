// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The alert style of a notification that the person may have seen before.
package enum ShowingManner: Hashable, Sendable {
    /// A first presentation, with sound and full urgency.
    case usual
    /// No sound: the notification is still on the screen, but its buttons reach nobody.
    case silent
    /// No sound, and low urgency unless it has buttons or is critical: the notification had left the screen.
    case quiet
}
