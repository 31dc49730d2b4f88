// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

/// What `belfry desktop` was asked to do.
package struct TerminalDesktopOptions: Sendable {
    package var bus = BusAddress.session
    /// Answers the first notification that offers this action, without a person.
    package var press: PressPattern?
    /// Ends after the first answer.
    package var once = false
    /// Takes the name from a server that allows it.
    package var replace = false
    /// Waits while somebody else is the server, instead of ending.
    package var wait = false
    /// Prints JSON lines instead of cards.
    package var json = false
    /// The version that it says of itself.
    package var version: String?
    /// How long a notification without a time of its own stays; nil: until it is answered or closed.
    package var defaultTimeout: Duration?

    package init() {}
}
