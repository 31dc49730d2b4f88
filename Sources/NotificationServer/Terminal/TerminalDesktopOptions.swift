// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

/// Options of `belfry desktop`.
package struct TerminalDesktopOptions: Sendable {
    package var bus = BusAddress.session
    /// Answers the first notification with this action, without a person.
    package var press: PressPattern?
    /// Ends after the first answer.
    package var once = false
    /// Takes the bus name over from a server that allows it.
    package var replace = false
    /// Waits while another program is the server, instead of ending.
    package var wait = false
    /// Prints JSON lines instead of cards.
    package var json = false
    /// The version that `GetServerInformation` returns; nil for the default.
    package var version: String?
    /// Display time of a notification without its own; nil shows it until it is answered or closed.
    package var defaultTimeout: Duration?

    package init() {}
}
