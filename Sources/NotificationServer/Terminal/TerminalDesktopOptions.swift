// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

/// Options of `belfry desktop`.
package struct TerminalDesktopOptions: Sendable {
    package var bus = BusAddress.session
    /// The action that the display chooses for the first notification that offers it; nil leaves that to the person.
    package var press: PressPattern?
    /// Whether the display ends after the first answer.
    package var once = false
    /// Whether the display takes the bus name over from a server that allows it.
    package var replace = false
    /// Whether the display waits while another program is the server, instead of ending.
    package var wait = false
    /// Whether the display prints JSON lines instead of cards.
    package var json = false
    /// The version that `GetServerInformation` returns; nil for the default.
    package var version: String?
    /// Display time of a notification that sets none; nil shows the notification until it is answered or closed.
    package var defaultTimeout: Duration?
    /// Way of handing notifications on to the desktop of the terminal.
    package var relay = RelayChoice.auto
    /// The multiplexer through which notifications are handed on; nil if the person names none.
    package var passthrough: Multiplexer?

    package init() {}
}

/// Selection of an action by `--press`.
package struct PressPattern: Hashable, Sendable {
    private let text: String

    package init(_ text: String) { self.text = text }

    /// Returns the action with this key, else with this label in any case, else with this first word of the label.
    ///
    /// - Returns: Nil if no action matches. The reply action never matches, because `--press` gives no text.
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
