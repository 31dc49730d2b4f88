// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop

/// A call of an exported object's method.
package struct MethodCall: Sendable {
    /// The method's interface, even if the caller named none.
    package let interface: String
    /// The method's name.
    package let member: String
    /// Arguments with the types of the interface, except that an `a{sv}` may be another dictionary with string keys.
    package let arguments: [Value]
    /// The caller's unique name.
    package let sender: String
    /// The object that was called.
    package let path: ObjectPath
    /// The connection that received the call.
    package let connection: Connection
    /// Tells whether the caller waits for an answer.
    package let expectsReply: Bool
    let turn: Int

    /// Lets the sender's next calls be answered before this call is answered.
    ///
    /// This call is still answered when its handler returns. The method may be called from any thread, and repeatedly.
    package func letNextCallsPass() {
        let (connection, sender, turn) = (connection, sender, turn)
        if connection.loop.isCurrent {
            connection.assumeIsolated { $0.letNextCallsPass(of: sender, turn: turn) }
        } else {
            connection.loop.perform { connection.assumeIsolated { $0.letNextCallsPass(of: sender, turn: turn) } }
        }
    }
}
