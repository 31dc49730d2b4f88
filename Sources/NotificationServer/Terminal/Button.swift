// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// An action and the key that presses it.
package struct Button: Hashable, Sendable {
    package let key: Character
    package let action: ReceivedNotification.Action

    /// `[1] Open`, safe to print.
    package var text: String { "[\(key)] \(SafeText.line(label))" }

    private var label: String { SafeText.line(action.label).isEmpty ? action.key : action.label }

    /// The key that lets a reply be typed.
    package static let replyKey: Character = "r"

    /// A button for each action: digits in order, then letters that mean nothing else; `r` for the reply.
    ///
    /// Actions that no key is left for have no button.
    package static func buttons(for notification: ReceivedNotification) -> [Button] {
        var keys = "123456789abcefgijklmnopstuvwxyz"[...]
        return notification.actions.compactMap { action in
            if action.key == ReceivedNotification.replyKey { return Button(key: replyKey, action: action) }
            return keys.popFirst().map { Button(key: $0, action: action) }
        }
    }
}
