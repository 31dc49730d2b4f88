// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The preparation that a life needs to reach the step at which it is to end.
enum CrashBait: Sendable {
    case addition
    case press
    /// A press, or the expiry of a notification on the screen.
    case response
    case removal
    case snooze
    /// A nag, or an expiry, after a while without an agent.
    case nag

    /// The preparation for a step; nil if the usual actions suffice.
    init?(_ step: String) {
        switch step {
        case "after-add-commit", "after-fire-commit", "after-notify", "after-number-commit": self = .addition
        case "before-response-commit", "after-delivery", "after-acknowledgement-commit": self = .press
        case "after-response-commit": self = .response
        case "after-removal-commit": self = .removal
        case "after-snooze-commit": self = .snooze
        case "after-later-commit": self = .nag
        default: return nil
        }
    }

    /// Whether the preparation must be made before the life begins.
    var comesBefore: Bool {
        switch self {
        case .nag: true
        case .addition, .press, .response, .removal, .snooze: false
        }
    }
}
