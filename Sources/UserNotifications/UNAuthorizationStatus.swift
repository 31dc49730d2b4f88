// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Whether an application may notify.
public enum UNAuthorizationStatus: Int, Sendable {
    /// Nobody has asked yet.
    case notDetermined = 0
    /// The person has refused.
    case denied = 1
    /// The person has allowed it.
    case authorized = 2
    /// Quietly, on trial.
    case provisional = 3
    /// Of iOS's App Clips only; never on Linux.
    case ephemeral = 4
}
