// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore
import TimeExpressions

/// A clock that was set, another zone, other rules of a zone: now, or while no agent ran.
extension Scheduler {
    /// Works out anew what a change of the clock, the zone or the zones' rules has moved; nothing where none has changed.
    ///
    /// Intervals count real time: they move with a clock that is set. Not those that wait since an earlier run of the
    /// machine: how long it was off is known by the wall clock alone, and a clock that is set in this run is most
    /// often one that was wrong when it began. What lies between where the clock was and where it is set forward to is
    /// late, not lost. Set back, calendar dates come from now on, but none twice.
    func followClock() async throws {
        let areNew = zonesAreNew
        zonesAreNew = false
        do {
            try await followClock(zonesAreNew: areNew)
        } catch {
            // To be tried again, and what has come meanwhile too.
            zonesAreNew = zonesAreNew || areNew
            throw error
        }
    }

    private func followClock(zonesAreNew: Bool) async throws {
        let offset = clock.now.timeIntervalSince1970 - clock.sinceBoot
        let zone = clock.timeZone
        let before = try await lastKnown()
        let now = ClockRecord(boot: clock.boot, offset: offset, zone: zone.identifier, rules: clock.zoneMark)
        let areNew = before != nil && (zonesAreNew || before?.rules != now.rules)
        var jump = before.flatMap { $0.boot == now.boot ? offset - $0.offset : nil } ?? 0
        // Less than that is the difference between two readings, not a set clock; and microseconds are noise.
        jump = abs(jump) > 0.05 ? (jump * 1e6).rounded() / 1e6 : 0
        guard jump != 0 || before?.boot != now.boot || before?.zone != now.zone || areNew else { return }
        let wasAhead =
            before.map { $0.boot != now.boot && $0.offset > clock.now.timeIntervalSince1970 + Self.day } ?? false

        if jump != 0 { logger.notice("The clock was set", metadata: ["seconds": "\(jump)"]) }
        try await store.setClockRecord(
            ClockRecord(
                boot: now.boot, offset: offset, zone: before?.zone ?? now.zone,
                rules: before == nil ? now.rules : before?.rules),
            movingBy: jump, at: clock.now, wasAhead: wasAhead)
        if wasAhead { logger.notice("The clock was ahead until the machine was started anew") }
        if jump < 0 || wasAhead {
            let moment = clock.now
            try await store.recomputeCalendarDates(addedBy: moment) {
                Self.afterSettingBack($0, to: moment, in: zone)
            }
        }
        if let old = before.flatMap({ Zone(identifier: $0.zone) }), old.identifier != zone.identifier {
            logger.notice("The zone is another", metadata: ["zone": "\(zone.identifier)"])
            let moment = clock.now
            try await store.recomputeCalendarDates { Self.afterMoving($0, from: old, to: zone, at: moment) }
        }
        if areNew {
            logger.notice("The zones' rules are others", metadata: ["rules": "\(ZoneData.version())"])
            let (moment, isFirst) = (clock.now, before?.rules == nil)
            try await store.recomputeCalendarDates { Self.afterNewRules($0, in: zone, at: moment, isFirst: isFirst) }
        }
        // Zone and rules last: until their dates are worked out they count as not seen, should we die on the way.
        try await store.setClockRecord(now, movingBy: 0, at: clock.now)
        known = now
    }

    /// The machine's last run can't have begun later than this after now, in seconds, unless its clock was wrong.
    private static let day: TimeInterval = 86_400

    private func lastKnown() async throws -> ClockRecord? {
        if let known { return known }
        return try await store.clockRecord()
    }

    /// How far ahead, in seconds, something may have fired: beyond, the clock was wrong, and dates begin anew.
    private static let longestSettingBack: TimeInterval = 400 * 86_400

    /// The date of a request after the clock was set back to `now`.
    ///
    /// What has not fired yet begins anew; what has fired up to some moment, or reading of the clock, goes on there.
    static func afterSettingBack(
        _ wait: CalendarWait, to now: Date, in zone: Zone
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
        let due = NextDate.of(wait.request, after: done, addedAt: wait.addedAt, in: zone)
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
    static func afterNewRules(
        _ wait: CalendarWait, in zone: Zone, at now: Date, isFirst: Bool
    ) -> (due: Date, settled: LocalTime?)? {
        guard let trigger = wait.request.trigger else { return nil }
        guard trigger.namesTimeOfDay else {
            guard wait.due > now else { return nil }
            let next = NextDate.of(
                wait.request, after: max(now, wait.lastFired ?? now), addedAt: wait.addedAt, in: zone)
            return next.map { ($0, wait.settled) }
        }
        let own = trigger.timeZone ?? zone
        let noted = isFirst && !trigger.isFloating ? nil : wait.settled
        let settled = noted ?? LocalTime(wait.lastFired ?? wait.addedAt, in: own)
        let next = NextDate.of(wait.request, after: settled.instant(in: own), addedAt: wait.addedAt, in: zone)
        return next.map { ($0, settled) }
    }

    /// The date of a request that follows the person from one zone to another.
    ///
    /// What names a time of day has fired up to a reading of the clock, and comes for each later one: a reading that
    /// the move has skipped fires at once, as in a DST gap, and one that comes again does not fire again. What fires
    /// every so many minutes goes on from now.
    static func afterMoving(
        _ wait: CalendarWait, from old: Zone, to new: Zone, at now: Date
    ) -> (due: Date, settled: LocalTime?)? {
        guard let trigger = wait.request.trigger, trigger.isFloating else { return nil }
        guard trigger.namesTimeOfDay else {
            guard wait.due > now else { return nil }
            let done = max(now, wait.lastFired ?? now)
            let next = NextDate.of(wait.request, after: done, addedAt: wait.addedAt, in: new)
            return next.map { ($0, wait.settled) }
        }
        let settled = wait.settled ?? LocalTime(wait.lastFired ?? wait.addedAt, in: old)
        let done = settled.instant(in: new)
        return NextDate.of(wait.request, after: done, addedAt: wait.addedAt, in: new).map { ($0, settled) }
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
