// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// Degree to which a notification may interrupt the person (`UNNotificationInterruptionLevel`).
package enum InterruptionLevel: String, Hashable, Sendable, NamedChoice {
    /// Presented without a sound and, if the server can, without a banner.
    case passive
    /// Presented at once; the default.
    case active
    /// Presented at once and shown until the person has seen it.
    case timeSensitive
    /// Presented at once, even during do-not-disturb if the person allows it.
    case critical
}
