// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import NotificationModel
package import NotificationStore
import TimeExpressions
package import Triggers

/// The dates of repeating requests some of whose occurrences are left out.
///
/// A recurrence rule gets exceptions (`EXDATE`), which change neither its `COUNT` nor its end. A request with another
/// trigger waits for a later date; if its dates are computed again, they begin after the last date that was left out.
extension NextDate {
    /// The largest number of occurrences that can be left out by one call.
    package static let mostSkipped = 100

    /// Returns the functions with which the store leaves out occurrences, for a person in `zone`.
    package static func skipping(at now: Date, in zone: Zone) -> DateSkipping {
        DateSkipping {
            try skipping($1, of: $0, at: now, in: zone)
        } warning: { warning, dates in
            let lead = warning.request.leadTime
            return try leavingOut(of: warning, in: zone) { date, _ in
                dates.contains { abs($0.timeIntervalSince(date) - lead) < 0.001 }
            }
        }
    }

    /// Computes the dates of a repeating request without its next occurrences.
    ///
    /// - Parameters:
    ///   - count: The number of occurrences to leave out; 0 leaves the dates as they are.
    ///   - wait: The pending request.
    ///   - now: The present date.
    ///   - zone: The person's zone.
    /// - Returns: The dates that are left out, fewer than `count` if the request ends earlier, and the next date.
    /// - Throws: ``Triggers/Refusal`` if the request does not repeat or waits for a place, if its trigger can't have
    ///   that many exceptions, or if it has no exceptions and the next date would be too far ahead.
    package static func skipping(
        _ count: Int, of wait: PendingRequest, at now: Date, in zone: Zone
    ) throws(Refusal) -> SkippedDates {
        let name = "request \"\(wait.request.identifier)\""
        guard let trigger = wait.request.trigger, trigger.repeats else {
            throw .invalidTrigger("\(name) does not repeat, so none of its dates can be left out")
        }
        guard !wait.waitsForPlace else {
            throw .invalidTrigger("\(name) waits for a place, so it has no dates to leave out")
        }
        guard wait.nextDate != nil else {
            throw .invalidTrigger("\(name) has no next date in the person's present calendar")
        }
        let dates = try leavingOut(of: wait, in: zone) { $1 < count }
        if let last = dates.lastFired, last >= now + longestSettingBack {
            throw .invalidTrigger("\(name) would not fire for more than 400 days; the limit is 400 days")
        }
        return dates
    }

    /// Leaves out dates of a request from its next date on, as long as `isLeftOut` returns true for a date and the
    /// number of dates before it that were left out.
    private static func leavingOut(
        of wait: PendingRequest, in zone: Zone, isLeftOut: (Date, Int) -> Bool
    ) throws(Refusal) -> SkippedDates {
        var dates = SkippedDates(next: wait.due, trigger: wait.request.trigger)
        while let date = dates.next, isLeftOut(date, dates.skipped.count) {
            dates.skipped.append(date)
            let next = of(wait.request, after: date, addedAt: wait.addedAt, in: zone)
            dates.next = next.flatMap { wait.request.isOver(due: $0) ? nil : $0 }
        }
        guard let last = dates.skipped.last else { return dates }
        switch wait.request.trigger {
        case .rule(var set):
            let lead = wait.request.leadTime
            set.exceptions += dates.skipped.map { set.exception(at: $0 + lead, in: zone) }
            try set.validate()
            dates.trigger = .rule(set)
        case .calendar:
            dates.lastFired = last
            dates.settled = LocalTime(last, in: wait.request.trigger?.timeZone ?? zone)
        case .sun: dates.lastFired = last
        case .timeInterval, .region, nil: break
        }
        return dates
    }
}

extension RecurrenceSet {
    /// Returns the exception that leaves out the occurrence at a date; if the rules have no zone of their own, the
    /// exception is a local time in any zone.
    fileprivate func exception(at date: Date, in zone: Zone) -> Exception {
        // A fixed instant, such as an RDATE in UTC, is the same in every zone.
        guard timeZone == nil, !dates.contains(.instant(date)) else { return .moment(.instant(date)) }
        let local = LocalTime(date, in: zone)
        // If the clocks repeat a local time in a night, the local time names only the first instant.
        return .moment(local.instant(in: zone) == date ? .local(local) : .instant(date))
    }
}
