// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentRules
import NotificationModel
import NotificationStore

/// A question that the person is being asked in a window, or a terminal.
struct OpenPrompt: Hashable, Sendable {
    let occurrence: Occurrence
    let question: Question
    /// The server's signals when its button was pressed, for the event log.
    let facts: [String: PropertyListValue]
    /// Lets the prompt's window come to the front.
    let token: String?
}
