// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// An action and the key that presses it.
package struct Button: Hashable, Sendable {
    package let key: Character
    package let action: ReceivedNotification.Action

    /// `[1] Open`, safe to print.
    package var text: String { "[\(key == Self.openKey ? "Enter" : String(key))] \(SafeText.line(label))" }

    private var label: String { SafeText.line(action.label).isEmpty ? action.key : action.label }

    /// The key that lets a reply be typed.
    package static let replyKey: Character = "r"

    /// What chooses the notification itself where there is something else to choose.
    package static let openKey: Character = "\r"

    /// A button for each action: digits in order, then letters that mean nothing else; `r` for the reply.
    ///
    /// Where there are other actions the default one has no digit, but Enter, and comes behind them: 1 is the first answer.
    /// Actions that no key is left for have no button.
    package static func buttons(for notification: ReceivedNotification) -> [Button] {
        var keys = "123456789abcefgijklmnopstuvwxyz"[...]
        let isQuestion = notification.actions.contains { $0.key != ReceivedNotification.defaultKey }
        let defaults = notification.actions.filter { isQuestion && $0.key == ReceivedNotification.defaultKey }
        let others = notification.actions.filter { !defaults.contains($0) }
        return (others + defaults.prefix(1)).compactMap { action in
            if defaults.contains(action) { return Button(key: openKey, action: action) }
            if action.key == ReceivedNotification.replyKey { return Button(key: replyKey, action: action) }
            return keys.popFirst().map { Button(key: $0, action: action) }
        }
    }
}
