// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop

/// A call that somebody made of an exported object.
package struct MethodCall: Sendable {
    /// The interface that has the method, also when the caller named none.
    package let interface: String
    /// The method's name.
    package let member: String
    /// Of the types that the interface says; a dictionary with texts as keys may stand for an `a{sv}`.
    package let arguments: [Value]
    /// The caller's unique name.
    package let sender: String
    /// The object that was called.
    package let path: ObjectPath
    /// The connection it came over.
    package let connection: Connection
    /// Whether the caller waits for an answer.
    package let expectsReply: Bool
    let turn: Int

    /// Lets the sender's next calls be answered while this one waits for somebody.
    ///
    /// This call's answer is sent whenever its handler returns. From any thread; again is harmless.
    package func giveUpTheDoor() {
        let (connection, sender, turn) = (connection, sender, turn)
        if connection.loop.isCurrent {
            connection.assumeIsolated { $0.giveUpTheDoor(of: sender, turn: turn) }
        } else {
            connection.loop.perform { connection.assumeIsolated { $0.giveUpTheDoor(of: sender, turn: turn) } }
        }
    }
}
