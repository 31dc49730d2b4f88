// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// How a notification is shown that the person may have seen before.
package enum ShowingManner: Hashable, Sendable {
    /// For the first time, or as if.
    case usual
    /// Without a sound: it is on the screen still, with buttons that nobody hears.
    case silent
    /// Without a sound and with low urgency, but for what has buttons or is critical: it comes back after it was gone.
    case quiet
}
