// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
package import AgentRules
import DBus
package import NotificationModel

/// Asks a running application how to present notifications or to show its settings, or a caller at a terminal for text.
extension Outbox {
    /// Tells whether a caller at a terminal waits for the answer to this request.
    package func hasTerminal(_ app: String, _ request: Request) -> Bool { terminal(of: app, request) != nil }

    /// Asks the person a question at the terminal, without a time limit; returns nil if no caller waits at a terminal.
    package func askAtTerminal(about notification: Notification, _ question: Question) async -> PromptAnswer? {
        guard let receiver = terminal(of: notification.app, notification.request) else { return nil }
        let request = notification.request
        let dictionary: [String: Value] = [
            "identifier": .string(request.identifier), "instance": .string(request.instance),
            "title": .string(request.content.title), "body": .string(request.content.body),
            "actionIdentifier": .string(question.identifier), "actionTitle": .string(question.label),
            "textInputPlaceholder": .string(question.placeholder),
            "textInputButtonTitle": .string(question.buttonTitle),
        ]
        let message = call(.askText, receiver, .properties(dictionary))
        // A caller that leaves the bus instead of replying has cancelled.
        guard let reply = try? await connection.call(message, timeout: nil),
            reply.arguments.first == .boolean(true), let text = reply.arguments.last?.string
        else { return .cancelled }
        return PromptAnswer(typed: text.utf8)
    }

    private func terminal(of app: String, _ request: Request) -> Delegates.Entry? {
        waiting(for: request, of: app).last { $0.options.prompts }
    }

    package func wantsToBeAsked(_ app: String) -> Bool { delegates.delegate(of: app)?.options.willPresent == true }

    /// Asks the running application how to present its notification; returns nil when it gave no answer in time.
    package func willPresent(_ notification: Notification) async -> Set<String>? {
        guard let delegate = delegates.delegate(of: notification.app),
            let dictionary = try? DictionaryCoding.properties(of: notification)
        else { return nil }
        let message = call(.willPresent, delegate, .properties(dictionary))
        let reply = try? await connection.call(message, timeout: Self.presentLimit)
        return reply?.arguments.first?.strings.map(Set.init)
    }

    /// Asks the running application to show its notification settings; false if the application does not run or reply.
    ///
    /// `notification` is the notification from which the person opened the settings, if any.
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
