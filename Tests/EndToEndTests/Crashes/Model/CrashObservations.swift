// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationServer

/// The events that were seen from outside since the last look.
struct CrashObservations {
    /// The notifications that were shown, in order.
    var shown: [ReceivedNotification] = []
    /// The events that the agent sent to its watchers.
    var events: [CrashWatcher.Event] = []
    /// The responses that were delivered, each with the number of the life.
    var responses: [(life: Int, CrashReceiver.Received)] = []

    /// Whether a client was told that an agent's showing is persisted.
    func isNoted(_ identifier: String, by agent: String) -> Bool { notes(identifier, by: agent) > 0 }

    /// How often a client was told that since the last look.
    func notes(_ identifier: String, by agent: String) -> Int {
        events.count { $0.kind == "shown" && $0.identifier == identifier && $0.sender == agent }
    }
}
