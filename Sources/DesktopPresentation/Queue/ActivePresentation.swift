// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentRules
import FoundationEssentials
import NotificationModel
import NotificationStore

/// One presentation of an occurrence on a server: sent, on the screen, or just off it.
struct ActivePresentation {
    /// The occurrence as it was sent.
    var occurrence: Occurrence
    /// The state machine of the notification on the screen.
    var machine: ShownNotification
    /// The number that its `Notify` asked to take over; 0 for none.
    var replaces: UInt32 = 0
    /// Whether what it takes the place of was closed before it was sent.
    var hasClosedFormer = false
    /// Who plays its sound.
    var sound = SoundPlan.unsaid
    /// The occurrences of other requests that it took the place of, whose buttons may still be on the screen.
    var formers: [Int64: Occurrence] = [:]
    /// Nil until the server has returned its number.
    var number: UInt32?
    /// When the server named it, by ``WallClock/sinceBoot``; 0 for what an earlier agent has shown.
    var shown: TimeInterval = 0
    var manner = ShowingManner.usual
    /// The running application's, if it was asked, or ours; nil: it is shown with all that it has.
    var options: Set<String>?
    /// When its `Notify` was sent, by ``WallClock/sinceBoot``.
    var sent: TimeInterval = 0
    /// Which of all `Notify` calls it was; 0 for what an earlier agent has shown.
    var call: UInt64 = 0
    /// How often it has made room for others.
    var turns = 0
    /// The store is being told that it makes room for another.
    var isMakingRoom = false
    /// How often it has come again because the server took it away too soon.
    var returns = 0
    /// What the server calls itself.
    var server = ""
    /// Whether the session was locked when it was drawn.
    var wasDrawnLocked = false

    /// Whether its `Notify` was sent to take over this number and is not answered yet.
    func isOnItsWay(to other: UInt32) -> Bool { number == nil && replaces == other }

    /// For the event log: how it ended, and what the server said for it.
    func facts(_ end: ShowingEnd) -> [String: PropertyListValue] {
        var facts: [String: PropertyListValue] = [
            "end": .string(end.rawValue), "signals": .array(machine.signals.map(PropertyListValue.string)),
        ]
        // A server may say anything.
        if !server.isEmpty {
            facts["server"] = .string(PlainText.clean(String(server.prefix(64)), keepingLines: false))
        }
        if let number { facts["number"] = .integer(Int64(number)) }
        return facts
    }
}
