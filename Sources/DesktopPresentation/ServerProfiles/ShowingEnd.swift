// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// How one showing of a notification ended, whatever words the server had for it.
///
/// In the event log as `end`.
package enum ShowingEnd: String, Hashable, Sendable, CaseIterable {
    /// The person chose a button.
    case action
    /// The person chose the notification itself.
    case `default`
    /// The person typed an answer.
    case reply
    /// The person took it away unanswered.
    case dismissed
    /// Its time was over.
    case expired
    /// The server took it away, or went with it, and the person had no part in it.
    case closed
    /// The server took it away, and it can't be told whether the person had a part in it.
    case unknown
}

extension ShownNotification.Choice {
    package var end: ShowingEnd {
        switch self {
        case .action, .snooze: .action
        case .text, .asks: .reply
        case .open: .default
        case .dismiss: .dismissed
        case .whenUnlocked(_, let choice): choice.end
        }
    }
}
