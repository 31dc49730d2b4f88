// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// How much a notification may interrupt.
public enum UNNotificationInterruptionLevel: UInt, Sendable {
    /// Listed only: no light, no sound.
    case passive = 0
    /// Shown at once; the default.
    case active = 1
    /// Shown at once, and stays until the person has seen it.
    case timeSensitive = 2
    /// Shown at once, through do-not-disturb where the person allows it.
    case critical = 3
}
