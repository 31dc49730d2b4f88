// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// What has to be done so that a life gets to the step that it is to end at.
enum CrashBait: Sendable {
    case addition
    case press
    /// A press, or that the time of something on the screen is over.
    case response
    case removal
    case snooze
    /// Something nags, or is over, after a while without an agent.
    case nag

    /// That of the step; nil where it takes nothing but what is done anyway.
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

    /// Whether it has to be there before the life begins.
    var comesBefore: Bool {
        switch self {
        case .nag: true
        case .addition, .press, .response, .removal, .snooze: false
        }
    }
}
