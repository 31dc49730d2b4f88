// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import Triggers

/// The dates of a repeating request some of whose next occurrences are left out.
package struct SkippedDates: Hashable, Sendable {
    /// The dates that are left out, in order.
    package var skipped: [Date]
    /// The first date that is not left out; nil if the request has no further date.
    package var next: Date?
    /// The request's trigger; a recurrence rule gets the skipped dates as exceptions, any other trigger is unchanged.
    package var trigger: Trigger?
    /// The last date left out, if the request must count as fired then; nil if the trigger has exceptions instead.
    package var lastFired: Date?
    /// The local time up to which all dates are handled; nil unless the trigger has calendar components.
    package var settled: LocalTime?

    package init(
        skipped: [Date] = [], next: Date?, trigger: Trigger?, lastFired: Date? = nil, settled: LocalTime? = nil
    ) {
        (self.skipped, self.next, self.trigger) = (skipped, next, trigger)
        (self.lastFired, self.settled) = (lastFired, settled)
    }
}

/// The calculation of dates for requests some of whose occurrences are left out. It runs on the store's queue.
package struct DateSkipping: Sendable {
    /// Leaves out the next occurrences of a repeating request; the second argument is their number.
    ///
    /// The closure throws a refusal for a request whose occurrences can't be left out.
    package let next: @Sendable (PendingRequest, Int) throws -> SkippedDates
    /// Leaves out the dates of an early warning that belong to the skipped dates of its request (the second argument).
    package let warning: @Sendable (PendingRequest, [Date]) throws -> SkippedDates

    package init(
        next: @escaping @Sendable (PendingRequest, Int) throws -> SkippedDates,
        warning: @escaping @Sendable (PendingRequest, [Date]) throws -> SkippedDates
    ) {
        (self.next, self.warning) = (next, warning)
    }
}
