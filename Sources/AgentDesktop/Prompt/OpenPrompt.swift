// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel
import NotificationStore

/// A question that the person is being asked in a window or at a terminal.
struct OpenPrompt {
    let occurrence: Occurrence
    /// Whether its application wants the notification in no list.
    let isUnlisted: Bool
    /// Details from the notification server about the press, for the event log.
    let facts: [String: PropertyListValue]
    /// The task that asks; cancelling it ends the prompt, as when the notification is removed.
    var task: Task<Void, Never>?
}
