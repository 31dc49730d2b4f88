// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
import DesktopPresentation
import NotificationModel
import NotificationStore

/// A press that is carried out when the session is unlocked, unless that takes too long.
struct HeldPress {
    let occurrence: Occurrence
    let choice: ShownNotification.Choice
    /// The button's, for the person.
    let label: String
    let token: String?
    let isUnlisted: Bool
    /// What the server said when it was pressed, for the event log.
    let facts: [String: PropertyListValue]
    /// Drops it.
    let timer: any ClockTimer
}
