// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Which action `--press` means.
package struct PressPattern: Hashable, Sendable {
    private let text: String

    package init(_ text: String) { self.text = text }

    /// The action with this key; else with this label, in any case; else whose label starts with this word.
    ///
    /// - Returns: Nil if the notification offers nothing of the kind. A reply is never meant: there is no text.
    package func action(of notification: ReceivedNotification) -> ReceivedNotification.Action? {
        let actions = Self.choices(of: notification)
        let wanted = text.lowercased()
        return actions.first { $0.key == text }
            ?? actions.first { $0.label.lowercased() == wanted }
            ?? actions.first { Self.firstWord(of: $0.label) == wanted }
    }

    /// What can be pressed without words: all but a reply.
    static func choices(of notification: ReceivedNotification) -> [ReceivedNotification.Action] {
        notification.actions.filter { $0.key != ReceivedNotification.replyKey }
    }

    private static func firstWord(of label: String) -> String? {
        label.split { !$0.isLetter && !$0.isNumber }.first?.lowercased()
    }
}
