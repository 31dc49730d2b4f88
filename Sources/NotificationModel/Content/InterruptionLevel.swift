// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// How much a notification may interrupt (`UNNotificationInterruptionLevel`).
package enum InterruptionLevel: String, Hashable, Sendable, NamedChoice {
    /// Listed quietly: no banner where the server can do so, no sound.
    case passive
    /// Shown at once; the default.
    case active
    /// Shown at once, and stays until the person has seen it.
    case timeSensitive
    /// Shown at once, through do-not-disturb where the person allows it.
    case critical
}
