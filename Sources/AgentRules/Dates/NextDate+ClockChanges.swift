// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import NotificationModel
package import NotificationStore
import TimeExpressions
package import Triggers

/// The dates of waiting requests after the clock, the zone or the rules of zones have changed.
extension NextDate {
    /// How far ahead, in seconds, something may have fired: beyond, the clock was wrong, and dates begin anew.
    private static let longestSettingBack: TimeInterval = 400 * 86_400

    /// The date of a request after the clock was set back to `now`.
    ///
    /// What has not fired yet begins anew; what has fired up to some moment, or reading of the clock, goes on there.
    package static func afterSettingBack(
        _ wait: PendingRequest, to now: Date, in zone: Zone
    ) -> (due: Date, settled: LocalTime?)? {
        var done = now
        var settled = LocalTime(now, in: zone)
        if let last = wait.lastFired, last < now + longestSettingBack {
            done = max(now, last)
            settled = LocalTime(done, in: zone)
            if let known = wait.settled, let trigger = wait.request.trigger, trigger.isFloating,
                trigger.namesTimeOfDay
            {
                settled = known
                done = known.instant(in: zone)
            }
        }
        let due = of(wait.request, after: done, addedAt: wait.addedAt, in: zone)
        return due.map { ($0, settled) }
    }

    /// The date of a request after the rules of zones have changed.
    ///
    /// As after a move: readings of the clock that are done with stay so, and each later one comes once.
    ///
    /// - Parameters:
    ///   - wait: Its trigger's own zone has the new rules already.
    ///   - zone: The person's, with the new rules.
    ///   - now: The present moment.
    ///   - isFirst: Whether an earlier version noted what is settled: by the person's clock even for other zones.
    /// - Returns: Its date, and up to which reading all is done with; nil leaves both as they are.
    package static func afterNewRules(
        _ wait: PendingRequest, in zone: Zone, at now: Date, isFirst: Bool
    ) -> (due: Date, settled: LocalTime?)? {
        guard let trigger = wait.request.trigger else { return nil }
        guard trigger.namesTimeOfDay else {
            guard wait.due > now else { return nil }
            let next = of(
                wait.request, after: max(now, wait.lastFired ?? now), addedAt: wait.addedAt, in: zone)
            return next.map { ($0, wait.settled) }
        }
        let own = trigger.timeZone ?? zone
        let noted = isFirst && !trigger.isFloating ? nil : wait.settled
        let settled = noted ?? LocalTime(wait.lastFired ?? wait.addedAt, in: own)
        let next = of(wait.request, after: settled.instant(in: own), addedAt: wait.addedAt, in: zone)
        return next.map { ($0, settled) }
    }

    /// The date of a request that follows the person from one zone to another.
    ///
    /// What names a time of day has fired up to a reading of the clock, and comes for each later one: a reading that
    /// the move has skipped fires at once, as in a DST gap, and one that comes again does not fire again. What fires
    /// every so many minutes goes on from now.
    package static func afterMoving(
        _ wait: PendingRequest, from old: Zone, to new: Zone, at now: Date
    ) -> (due: Date, settled: LocalTime?)? {
        guard let trigger = wait.request.trigger, trigger.isFloating else { return nil }
        guard trigger.namesTimeOfDay else {
            guard wait.due > now else { return nil }
            let done = max(now, wait.lastFired ?? now)
            let next = of(wait.request, after: done, addedAt: wait.addedAt, in: new)
            return next.map { ($0, wait.settled) }
        }
        let settled = wait.settled ?? LocalTime(wait.lastFired ?? wait.addedAt, in: old)
        let done = settled.instant(in: new)
        return of(wait.request, after: done, addedAt: wait.addedAt, in: new).map { ($0, settled) }
    }
}

extension Trigger {
    /// Whether its dates are times of some day, rather than every so many minutes or hours.
    fileprivate var namesTimeOfDay: Bool {
        switch self {
        case .timeInterval: false
        case .calendar(let components, _):
            components.hour != nil || components.minute == nil && components.second == nil
        case .rule(let set): set.rules.allSatisfy { $0.frequency >= .daily }
        }
    }
}
