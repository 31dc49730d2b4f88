// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationServer

/// What was seen from outside since the model looked last.
struct CrashObservations {
    /// What came to the screen, in order.
    var shown: [ReceivedNotification] = []
    /// What the agent told who watches it.
    var events: [CrashWatcher.Event] = []
    /// In which life a response came, and which.
    var responses: [(life: Int, CrashReceiver.Received)] = []

    /// Whether somebody was told that an agent's showing of this is written down.
    func isNoted(_ identifier: String, by agent: String) -> Bool { notes(identifier, by: agent) > 0 }

    /// How often somebody was told that since the model looked last.
    func notes(_ identifier: String, by agent: String) -> Int {
        events.count { $0.kind == "shown" && $0.identifier == identifier && $0.sender == agent }
    }
}
