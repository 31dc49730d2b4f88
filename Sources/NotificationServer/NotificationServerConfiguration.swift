// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// What one server can do and how it behaves where the specification leaves a choice.
package struct NotificationServerConfiguration: Hashable, Sendable {
    /// Who receives a signal.
    package enum SignalDelivery: Hashable, Sendable {
        /// Everybody, as most servers do; a reply's text still goes to the notifying program alone.
        case broadcast
        /// The notifying program alone, as GNOME and dunst do.
        case unicast
    }

    /// The well-known name that is taken; another one only in tests.
    package var name = "org.freedesktop.Notifications"
    package var information = ServerInformation(name: "belfry", vendor: "Belfry", version: "1.0")
    package var capabilities = ["actions", "body", "body-hyperlinks", "body-markup", "inline-reply", "persistence"]
    package var signalDelivery = SignalDelivery.broadcast
    /// How long a notification without a time of its own stays; nil: until it is closed.
    package var defaultTimeout: Duration?
    /// Whether a `replaces_id` that is not open becomes the new number, as Plasma, dunst and xfce do.
    package var adoptsUnknownIDs = false
    /// Whether `NotificationClosed` follows an action or a reply, as it does on most servers.
    package var closesAfterAction = true
    /// How many may be open; past it the oldest is closed with reason 4.
    package var capacity = 1000

    package init() {}
}
