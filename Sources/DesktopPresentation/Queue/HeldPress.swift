// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel
import NotificationStore

/// A press that is carried out when the session is unlocked, unless that takes too long.
struct HeldPress: Hashable, Sendable {
    let occurrence: Occurrence
    let choice: ShownNotification.Choice
    /// The button's label, for the person.
    let label: String
    let token: String?
    /// The server's signals when it was pressed, for the event log.
    let facts: [String: PropertyListValue]
}
