// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
package import NotificationModel

/// What the running application is asked before its notification is shown.
extension Outbox {
    package func wantsToBeAsked(_ app: String) -> Bool { delegates.delegate(of: app)?.options.willPresent == true }

    /// How the running application wants this shown; nil when it gave no answer in time.
    package func willPresent(_ notification: Notification) async -> Set<String>? {
        guard let delegate = delegates.delegate(of: notification.app),
            let dictionary = try? DictionaryCoding.properties(of: notification)
        else { return nil }
        let message = call(.willPresent, delegate, .properties(dictionary))
        let reply = try? await connection.call(message, timeout: Self.presentLimit)
        return reply?.arguments.first?.strings.map(Set.init)
    }

    /// Has the running application show its own notification settings; false where it does not run, or does not reply.
    ///
    /// They are wanted for `notification`; nil for none.
    package func openSettings(of app: String, about notification: Notification?) async -> Bool {
        guard let delegate = delegates.delegate(of: app),
            let dictionary = try? notification.map({ try DictionaryCoding.properties(of: $0) }) ?? [:]
        else { return false }
        let message = call(.openSettings, delegate, .properties(dictionary))
        return (try? await connection.call(message, timeout: Self.presentLimit)) != nil
    }

    func call(_ method: DelegateMethod, _ receiver: Delegates.Entry, _ argument: Value) -> Message {
        Message.methodCall(
            destination: receiver.connection, path: AgentNames.delegatePath, interface: AgentNames.delegateInterface,
            member: method.rawValue, arguments: [argument], autoStart: false)
    }
}
