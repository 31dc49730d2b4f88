// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import Triggers

/// The decision about a ``PendingRequest`` whose date has come.
package struct Firing: Hashable, Sendable {
    /// The visible result of firing.
    package enum Fate: Hashable, Sendable {
        /// Makes an occurrence, which is shown now.
        case show
        /// Holds the request back for a digest. The reason is `missed`, `paused`, `quiet` or `flood`; a request of a
        /// flood is shown all the same if it replaces a delivered notification.
        case keep(reason: String)
        /// Shows nothing; the reason is `skip`, `old`, `expires` or the like.
        case pass(reason: String)
    }

    /// The request's next date, later than the due one; nil deletes the request. It is ignored for a snoozed copy.
    package var next: Date?
    /// The local time up to which every date of the trigger has been handled.
    package var settled: LocalTime?
    package var fate: Fate

    package init(next: Date?, settled: LocalTime? = nil, fate: Fate = .show) {
        self.next = next
        self.settled = settled
        self.fate = fate
    }
}
