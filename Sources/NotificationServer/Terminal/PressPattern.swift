// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Selection of an action by `--press`.
package struct PressPattern: Hashable, Sendable {
    private let text: String

    package init(_ text: String) { self.text = text }

    /// Returns the action with this key, else with this label in any case, else whose label begins with this word.
    ///
    /// - Returns: Nil if no action matches. A reply never matches, because there is no text.
    package func action(of notification: ReceivedNotification) -> ReceivedNotification.Action? {
        let actions = Self.choices(of: notification)
        let wanted = text.lowercased()
        return actions.first { $0.key == text }
            ?? actions.first { $0.label.lowercased() == wanted }
            ?? actions.first { Self.firstWord(of: $0.label) == wanted }
    }

    /// Returns the actions except a reply, which needs text.
    static func choices(of notification: ReceivedNotification) -> [ReceivedNotification.Action] {
        notification.actions.filter { $0.key != ReceivedNotification.replyKey }
    }

    private static func firstWord(of label: String) -> String? {
        label.split { !$0.isLetter && !$0.isNumber }.first?.lowercased()
    }
}
