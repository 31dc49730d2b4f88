// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Whether one kind of interaction is switched on.
public enum UNNotificationSetting: Int, Sendable {
    /// The application doesn't have it, or never asked for it.
    case notSupported = 0
    /// Switched off.
    case disabled = 1
    /// Switched on.
    case enabled = 2
}
