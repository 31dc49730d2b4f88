// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The end of one presentation, in Belfry's terms rather than the server's.
///
/// The event log calls it `end`.
package enum CloseCause: String, Hashable, Sendable, CaseIterable {
    /// The person pressed a button.
    case action
    /// The person clicked the notification itself.
    case `default`
    /// The person typed a reply.
    case reply
    /// The person closed the notification without a response.
    case dismissed
    /// The notification's time was over.
    case expired
    /// The server closed the notification, or exited, without an action of the person.
    case closed
    /// The server closed the notification, and it is unknown whether the person caused that.
    case unknown
}

extension ShownNotification.Choice {
    package var end: CloseCause {
        switch self {
        case .action, .snooze: .action
        case .text, .asks: .reply
        case .open: .default
        case .dismiss: .dismissed
        case .whenUnlocked(_, let choice): choice.end
        }
    }
}
