// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentRules
import FoundationEssentials
import NotificationModel
import NotificationStore

/// The presentation of an occurrence on a notification server: sent, on the screen, or just closed.
struct ActivePresentation {
    /// The occurrence as it was sent.
    var occurrence: Occurrence
    /// The state machine of the notification on the screen.
    var machine: ShownNotification
    var dispatch = Dispatch()
    /// The occurrences of other requests that this presentation replaced; their buttons may still be on the screen.
    var formers: [Int64: Occurrence] = [:]
    /// The number that the server gave the notification; nil until `Notify` has returned it.
    var number: UInt32?
    /// The time when the server returned the number, by ``WallClock/sinceBoot``; 0 if an earlier agent got the number.
    var shown: TimeInterval = 0
    /// The number of times the occurrence left a full screen to make room for another one.
    var turns = 0
    /// The number of times the occurrence was presented again because the server closed it too soon.
    var returns = 0

    /// The `Notify` call of the presentation, as it was sent.
    struct Dispatch {
        /// The number of the notification that the call asked the server to replace; 0 for none.
        var replaces: UInt32 = 0
        /// Whether the notification that the call replaces was closed before the call was sent.
        var hasClosedFormer = false
        /// The player of the sound: the server or the agent.
        var sound = SoundPlan.unsaid
        var manner = AlertStyle.usual
        /// Presentation options that the running application or the queue chose; nil stands for all options.
        var options: Set<String>?
        /// The time when the call was sent, by ``WallClock/sinceBoot``.
        var sent: TimeInterval = 0
        /// The sequence number of the call; 0 if an earlier agent sent it.
        var call: UInt64 = 0
        var server = ""
        /// Whether the session was locked when the notification was drawn.
        var wasDrawnLocked = false
    }

    /// Returns whether the `Notify` call asked the server to replace the notification `other`, and has no reply yet.
    func isOnItsWay(to other: UInt32) -> Bool { number == nil && dispatch.replaces == other }

    /// Returns facts for the event log: how the presentation ended, and which signals the server sent.
    func facts(_ end: CloseCause) -> [String: PropertyListValue] {
        var facts: [String: PropertyListValue] = [
            "end": .string(end.rawValue), "signals": .array(machine.signals.map(PropertyListValue.string)),
        ]
        // The server chooses its name, which may contain anything.
        if !dispatch.server.isEmpty {
            facts["server"] = .string(PlainText.clean(String(dispatch.server.prefix(64)), keepingLines: false))
        }
        if let number { facts["number"] = .integer(Int64(number)) }
        return facts
    }
}
