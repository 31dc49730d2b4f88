// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension TerminalRelay {
    /// Request of the relay to the display.
    package enum Effect: Hashable, Sendable {
        case write([UInt8])
        /// Prints a line for the person.
        case say(String)
        /// Calls ``timeIsUp()`` after this time; nil stops the timer.
        case wait(Duration?)
        case invoke(key: String, id: UInt32)
        case dismiss(id: UInt32)
        /// The relay expects no more reports of the terminal.
        case settled
    }
}
