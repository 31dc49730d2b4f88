// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
import AgentRules
import FoundationEssentials
import Logging
import NotificationStore
import Triggers

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
                NextDate.afterSettingBack($0, to: moment, in: zone)
            }
        }
        if let old = before.flatMap({ Zone(identifier: $0.zone) }), old.identifier != zone.identifier {
            logger.notice("The zone is another", metadata: ["zone": "\(zone.identifier)"])
            let moment = clock.now
            try await store.recomputeCalendarDates { NextDate.afterMoving($0, from: old, to: zone, at: moment) }
        }
        if areNew {
            logger.notice("The zones' rules are others", metadata: ["rules": "\(ZoneData.version())"])
            let (moment, isFirst) = (clock.now, before?.rules == nil)
            try await store.recomputeCalendarDates {
                NextDate.afterNewRules($0, in: zone, at: moment, isFirst: isFirst)
            }
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
}
