// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import NotificationModel
package import NotificationStore
import TimeExpressions
package import Triggers

/// The next date of a request: its trigger's date, minus its lead time.
package enum NextDate {
    /// Returns the first date later than `date`; intervals run from `addedAt`.
    ///
    /// The result is nil if the request never fires again, or has no trigger.
    package static func of(_ request: Request, after date: Date, addedAt: Date, in timeZone: Zone) -> Date? {
        request.trigger.flatMap { of($0, of: request, after: date, addedAt: addedAt, in: timeZone) }
    }

    private static func of(
        _ trigger: Trigger, of request: Request, after date: Date, addedAt: Date, in timeZone: Zone
    ) -> Date? {
        let lead = request.leadTime
        let next = trigger.nextDate(after: date + lead, anchoredAt: addedAt, in: timeZone)
        return next.map { $0 - lead }
    }
}

/// The dates of pending requests after a firing, and after a change of the clock, the zone or the zone rules.
extension NextDate {
    /// The longest time in seconds by which a request's last firing may be ahead of now after the clock was set back. A
    /// firing further ahead was stored while the clock was wrong, and is ignored.
    static let longestSettingBack: TimeInterval = 400 * 86_400

    /// Computes the next date of a repeating request that fires, and its settled time: all its dates up to this local
    /// time, in the trigger's zone or else the person's, have fired or are no longer due.
    ///
    /// After a journey west a fixed instant may have an earlier local time than the last firing: local times up to the
    /// last firing stay done.
    package static func afterFiring(
        _ wait: PendingRequest, at date: Date, in zone: Zone
    ) -> (due: Date?, settled: LocalTime) {
        let own = wait.request.trigger?.timeZone ?? zone
        let settled = LocalTime(date, in: own)
        if let known = wait.settled, known > settled, wait.request.trigger?.localAndMoments.moments != nil {
            return (next(of: wait, after: known, in: own, momentsAfter: date, in: zone), known)
        }
        return (ofPresentCalendar(wait, after: date, in: zone), settled)
    }

    /// Computes the date of a request after the clock was set back to `now`.
    ///
    /// A request that has not fired starts over; other requests continue after their last firing or settled local time.
    package static func afterSettingBack(
        _ wait: PendingRequest, to now: Date, in zone: Zone
    ) -> (due: Date, settled: LocalTime?)? {
        guard !wait.waitsForPlace else { return nil }
        var done = now
        var settled = LocalTime(now, in: zone)
        if let last = wait.lastFired, last < now + longestSettingBack {
            done = max(now, last)
            settled = LocalTime(done, in: zone)
            if let known = wait.settled, let trigger = wait.request.trigger, trigger.isFloating,
                trigger.namesTimeOfDay
            {
                return next(of: wait, after: known, in: zone, momentsAfter: done, in: zone).map { ($0, known) }
            }
        }
        let due = of(wait.request, after: done, addedAt: wait.addedAt, in: zone)
        return due.map { ($0, settled) }
    }

    /// Computes the date of a request after the rules of zones have changed.
    ///
    /// The person's zone, and the trigger's own zone, have the new rules already. If `isFirst`, an older version of
    /// Belfry wrote `settled`, in the person's local time even for other zones. A result of nil leaves the date and the
    /// settled time unchanged.
    package static func afterNewRules(
        _ wait: PendingRequest, in zone: Zone, at now: Date, isFirst: Bool
    ) -> (due: Date, settled: LocalTime?)? {
        guard let trigger = wait.request.trigger, !wait.waitsForPlace else { return nil }
        let own = trigger.timeZone ?? zone
        let settled = isFirst && !trigger.isFloating ? nil : wait.settled
        return afterChange(wait, settled: settled, from: own, to: own, in: zone, at: now)
    }

    /// Computes the date of a floating request after the person moved to another zone.
    package static func afterMoving(
        _ wait: PendingRequest, from old: Zone, to new: Zone, at now: Date
    ) -> (due: Date, settled: LocalTime?)? {
        guard wait.request.trigger?.isFloating == true else { return nil }
        return afterChange(wait, settled: wait.settled, from: old, to: new, in: new, at: now)
    }

    /// Computes the date of a request after the person's calendar has changed; nil leaves the date unchanged.
    ///
    /// A due date that has passed stays, because the request is about to fire. Other dates are computed from now on, so
    /// that a change of the calendar never fires a date of the past.
    package static func afterNewCalendar(
        _ wait: PendingRequest, in zone: Zone, at now: Date
    ) -> (due: Date, settled: LocalTime?)? {
        guard wait.request.trigger?.followsPersonalCalendar == true, wait.due > now else { return nil }
        // A change of place moves a day's sunrise or sunset by hours at most: the request must not fire twice that day.
        let isOfSun = if case .sun? = wait.request.trigger { true } else { false }
        let done = max(now, wait.lastFired.map { isOfSun ? $0 + 43_200 : $0 } ?? now)
        return ofPresentCalendar(wait, after: done, in: zone).map { ($0, wait.settled) }
    }

    /// Returns a request's next date; ``Triggers/Trigger/noDate`` if only another personal calendar has one; else nil.
    private static func ofPresentCalendar(_ wait: PendingRequest, after date: Date, in zone: Zone) -> Date? {
        if let next = of(wait.request, after: date, addedAt: wait.addedAt, in: zone) { return next }
        let mayFollow = wait.request.trigger?.mayFollow(
            date + wait.request.leadTime, anchoredAt: wait.addedAt, in: zone)
        return mayFollow == true ? Trigger.noDate : nil
    }

    /// Computes the date of a request whose local times have changed.
    ///
    /// For a request at a time of day, all dates up to the local time `settled` are done; each later date fires once. A
    /// local time that the change skips fires at once, as in a DST gap; a local time that the change repeats doesn't
    /// fire again. A request that fires every few minutes goes on from now.
    private static func afterChange(
        _ wait: PendingRequest, settled: LocalTime?, from old: Zone, to new: Zone, in zone: Zone, at now: Date
    ) -> (due: Date, settled: LocalTime?)? {
        guard wait.request.trigger?.namesTimeOfDay == true else {
            guard wait.due > now else { return nil }
            let done = max(now, wait.lastFired ?? now)
            return of(wait.request, after: done, addedAt: wait.addedAt, in: zone).map { ($0, wait.settled) }
        }
        let last = wait.lastFired.flatMap { $0 < now + longestSettingBack ? $0 : nil } ?? wait.addedAt
        let settled = settled ?? LocalTime(wait.lastFired ?? wait.addedAt, in: old)
        return next(of: wait, after: settled, in: new, momentsAfter: last, in: zone).map { ($0, settled) }
    }

    /// Returns the first date after a local time, or the trigger's first fixed instant after `last` if this instant is
    /// earlier. A change of the zone moves local times, but no fixed instants.
    private static func next(
        of wait: PendingRequest, after settled: LocalTime, in own: Zone, momentsAfter last: Date, in zone: Zone
    ) -> Date? {
        let parts = wait.request.trigger?.localAndMoments
        let next = [(parts?.local, settled.instant(in: own)), (parts?.moments, last)].compactMap { trigger, done in
            trigger.flatMap { of($0, of: wait.request, after: done, addedAt: wait.addedAt, in: zone) }
        }
        return next.min()
    }
}

extension Trigger {
    /// The trigger without its fixed instants, and its fixed instants alone; nil for a part that the trigger lacks.
    fileprivate var localAndMoments: (local: Trigger?, moments: Trigger?) {
        guard case .rule(let set) = self else { return (self, nil) }
        var (local, moments) = (set, set)
        moments.rules = []
        moments.dates = set.dates.filter { if case .instant = $0 { true } else { false } }
        local.dates = set.dates.filter { if case .instant = $0 { false } else { true } }
        return (
            local.rules.isEmpty && local.dates.isEmpty ? nil : .rule(local),
            moments.dates.isEmpty ? nil : .rule(moments)
        )
    }

    /// Whether the trigger names times of day, rather than intervals of minutes or hours.
    fileprivate var namesTimeOfDay: Bool {
        switch self {
        case .timeInterval, .region, .sun: false
        case .calendar(let components, _):
            components.hour != nil || components.minute == nil && components.second == nil
        case .rule(let set): set.rules.allSatisfy { $0.frequency >= .daily }
        }
    }
}
