// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import NotificationModel
package import Triggers

/// A request that waits for a date of the wall clock, and what is known of its dates.
package struct CalendarWait: Hashable, Sendable {
    package let request: Request
    package let addedAt: Date
    /// When it fires next, as things are.
    package let due: Date
    /// When it fired last, or for which date if that is later; nil for never.
    package let lastFired: Date?
    /// All its dates up to this reading of a clock in its zone, or else the person's, are done with; nil where nobody
    /// noted it.
    package let settled: LocalTime?

    package init(request: Request, addedAt: Date, due: Date, lastFired: Date?, settled: LocalTime?) {
        self.request = request
        self.addedAt = addedAt
        self.due = due
        self.lastFired = lastFired
        self.settled = settled
    }
}
