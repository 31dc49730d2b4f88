// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentRules
import NotificationModel

/// What a prompt says of the notification that it is about: plain text, without control characters.
struct PromptWords: Hashable, Sendable {
    /// One line.
    let title: String
    /// May have several; empty for none.
    let body: String

    /// The application's name stands for a title that is empty.
    init(_ notification: Notification, application: String) {
        let content = notification.request.content
        let line = PlainText.clean(content.title, keepingLines: false)
        title = line.isEmpty ? PlainText.clean(application, keepingLines: false) : line
        body = PlainText.clean(
            [content.subtitle, content.body].filter { !$0.isEmpty }.joined(separator: "\n"), keepingLines: true)
    }

    /// What stands above the field: the body, and what belongs into it.
    func question(_ question: Question) -> String {
        let field = question.placeholder.isEmpty ? question.label : question.placeholder
        return [body, PlainText.clean(field, keepingLines: false)].filter { !$0.isEmpty }.joined(separator: "\n")
    }
}
