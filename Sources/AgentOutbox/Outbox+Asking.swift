// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
package import AgentRules
import DBus
package import NotificationModel

/// Words that are asked for at the terminal of who waits for the answer.
extension Outbox {
    /// Whether somebody at a terminal waits for the answer to this request.
    package func hasTerminal(_ app: String, _ request: Request) -> Bool { terminal(of: app, request) != nil }

    /// Asks there, for as long as the person takes; nil where nobody at a terminal waits, or they have left.
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
        // Who leaves the bus instead of an answer has not answered.
        guard let reply = try? await connection.call(message, timeout: nil),
            reply.arguments.first == .boolean(true), let text = reply.arguments.last?.string
        else { return .cancelled }
        return PromptAnswer(typed: text.utf8)
    }

    private func terminal(of app: String, _ request: Request) -> Delegates.Entry? {
        waiting(for: request, of: app).last { $0.options.prompts }
    }
}
