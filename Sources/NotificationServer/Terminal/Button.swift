// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// An action with the key that invokes it.
package struct Button: Hashable, Sendable {
    package let key: Character
    package let action: ReceivedNotification.Action

    /// The text, such as `[1] Open`, safe to print.
    package var text: String { "[\(key == Self.openKey ? "Enter" : String(key))] \(SafeText.line(label))" }

    private var label: String { SafeText.line(action.label).isEmpty ? action.key : action.label }

    /// Key that starts typing a reply.
    package static let replyKey: Character = "r"

    /// Key of the default action if there are others.
    package static let openKey: Character = "\r"

    /// Returns a button for each action: digits in order, then letters without another function; `r` for a reply.
    ///
    /// If there are other actions, the default action gets Enter instead of a digit and comes last, so that 1 is the
    /// first answer. If no key is left, an action has no button.
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
