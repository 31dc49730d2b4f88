// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
package import AgentRules
import DBus
package import NotificationModel

/// Questions for text at the terminal of a caller that waits for the answer.
extension Outbox {
    /// Whether a caller at a terminal waits for the answer to this request.
    package func hasTerminal(_ app: String, _ request: Request) -> Bool { terminal(of: app, request) != nil }

    /// Asks at the terminal, without a time limit; returns nil if no caller waits at one.
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
}
