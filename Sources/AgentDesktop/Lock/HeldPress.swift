// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
import DesktopPresentation
import NotificationModel
import NotificationStore

/// A pressed button that is handled when the session is unlocked, unless that takes too long.
struct HeldPress {
    let occurrence: Occurrence
    let choice: ShownNotification.Choice
    /// The button's label, for the person.
    let label: String
    let token: String?
    let isUnlisted: Bool
    /// Details from the notification server about the press, for the event log.
    let facts: [String: PropertyListValue]
    /// Drops the press when it fires.
    let timer: any ClockTimer
}
