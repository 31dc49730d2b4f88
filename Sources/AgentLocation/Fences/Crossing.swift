// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import NotificationStore
package import Triggers

/// A crossing of a place's border, which two fixes have confirmed.
package struct Crossing: Hashable, Sendable {
    /// The side of the border to which the machine has come.
    package let side: FenceState.Side
    /// Date of the fix that confirmed the crossing.
    package let date: Date
    /// Date of the last fix that showed the machine on the former side of the border; nil if it is not known any more.
    ///
    /// A long time between this date and ``date`` means that the crossing was missed, and is reported late.
    package let lastSeen: Date?

    package init(to side: FenceState.Side, at date: Date, lastSeen: Date?) {
        (self.side, self.date, self.lastSeen) = (side, date, lastSeen)
    }
}

extension Region {
    /// Tells whether a request that waits for this place fires when the machine comes to a side of the border.
    package func fires(on side: FenceState.Side) -> Bool {
        switch side {
        case .inside: notifyOnEntry
        case .outside: notifyOnExit
        }
    }
}
