// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import NotificationStore

/// An occurrence that the desktop has in hand: its machine, its number, its running timers.
struct Showing {
    var occurrence: Occurrence
    var machine: ShownNotification
    /// Nil until the server has returned its number.
    var number: UInt32?
    var timers: [ShownNotification.Timer: TimerSource] = [:]
    /// The server said that it came too soon after a like one, and gets it once more (quirk 41).
    var wasRetried = false
}
