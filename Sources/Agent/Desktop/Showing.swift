// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationStore

/// An occurrence that the desktop has in hand: its machine, its number, its running timers.
struct Showing {
    var occurrence: Occurrence
    var machine: ShownNotification
    /// The number that its `Notify` asked to take over; 0 for none.
    var replaces: UInt32 = 0
    /// The occurrences of other requests that it took the place of, whose buttons may still be on the screen.
    var formers: [Int64: Occurrence] = [:]
    /// Nil until the server has returned its number.
    var number: UInt32?
    var timers: [ShownNotification.Timer: any ClockTimer] = [:]
    /// The server said that it came too soon after a like one, and gets it once more (quirk 41).
    var wasRetried = false

    /// Whether the session was locked when it was drawn.
    var wasDrawnLocked = false

    /// Whether its `Notify` was sent to take over this number and is not answered yet.
    func isOnItsWay(to other: UInt32) -> Bool { number == nil && replaces == other }
}
