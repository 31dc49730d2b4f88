// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentRules
import NotificationModel

/// Texts of a prompt about a notification: plain text without control characters.
struct PromptWords: Hashable, Sendable {
    let title: String
    /// The body, which may have several lines or be empty.
    let body: String

    /// Takes the texts from a notification; the application's name replaces an empty title.
    init(_ notification: Notification, application: String) {
        let content = notification.request.content
        let line = PlainText.clean(content.title, keepingLines: false)
        title = line.isEmpty ? PlainText.clean(application, keepingLines: false) : line
        body = PlainText.clean(
            [content.subtitle, content.body].filter { !$0.isEmpty }.joined(separator: "\n"), keepingLines: true)
    }

    /// Returns the text above the prompt's text field: the body, and the field's placeholder or the action's label.
    func question(_ question: Question) -> String {
        let field = question.placeholder.isEmpty ? question.label : question.placeholder
        return [body, PlainText.clean(field, keepingLines: false)].filter { !$0.isEmpty }.joined(separator: "\n")
    }
}
