// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel
import NotificationStore

/// A question that the person is being asked in a window, or a terminal.
struct OpenPrompt {
    let occurrence: Occurrence
    /// Its application wants it in no list.
    let isUnlisted: Bool
    /// What the server said when its button was pressed, for the event log.
    let facts: [String: PropertyListValue]
    /// Ends the prompt when it is cancelled. Stored: a removed notification takes its prompt away.
    var task: Task<Void, Never>?
}
