// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
import AgentRules
import FoundationEssentials
import Logging
import NotificationStore
import Triggers

/// Recomputes due dates after a change of the clock, the zone, the zone's rules or the person's calendar, even if no
/// agent ran at the time of the change.
extension Scheduler {
    /// Recomputes due dates after a change of the clock, the zone, the zone's rules or the person's calendar; does
    /// nothing without a change.
    ///
    /// Intervals count real time, so their due dates move with a clock that is set. Intervals from an earlier boot
    /// don't move: only the wall clock tells how long the machine was off, and a clock that is set in this boot was
    /// most often wrong when the boot began. If the clock is set forward past a due date, the request is late, not
    /// lost. After the clock is set back, calendar dates count from now on, but no date fires twice.
    func followClock() async throws {
        let areNew = clockState.zonesAreNew
        clockState.zonesAreNew = false
        do {
            try await followClock(zonesAreNew: areNew)
        } catch {
            // The next call recomputes the dates if zone files were replaced before or during this call, which failed.
            clockState.zonesAreNew = clockState.zonesAreNew || areNew
            throw error
        }
    }

    private func followClock(zonesAreNew: Bool) async throws {
        let offset = clock.now.timeIntervalSince1970 - clock.sinceBoot
        let zone = clock.timeZone
        let before = try await lastKnown()
        let rules = DateRules(zones: clock.zoneMark, calendar: PersonalCalendar.current.mark)
        let now = ClockRecord(boot: clock.boot, offset: offset, zone: zone.identifier, rules: rules.text)
        let rulesBefore = before?.rules.map { DateRules($0) }
        let areNew = before != nil && (zonesAreNew || rulesBefore?.zones != rules.zones)
        let isNewCalendar = before != nil && rulesBefore?.calendar ?? "" != rules.calendar
        var jump = before.flatMap { $0.boot == now.boot ? offset - $0.offset : nil } ?? 0
        // A difference below 50 ms is the time between reading the two clocks; fractions of microseconds are noise.
        jump = abs(jump) > 0.05 ? (jump * 1e6).rounded() / 1e6 : 0
        guard jump != 0 || before?.boot != now.boot || before?.zone != now.zone || areNew || isNewCalendar
        else { return }
        let wasAhead =
            before.map { $0.boot != now.boot && $0.offset > clock.now.timeIntervalSince1970 + Self.day } ?? false

        if jump != 0 { logger.notice("The clock was set", metadata: ["seconds": "\(jump)"]) }
        try await store.setClockRecord(
            ClockRecord(
                boot: now.boot, offset: offset, zone: before?.zone ?? now.zone,
                rules: before == nil ? now.rules : before?.rules),
            movingBy: jump, at: clock.now, wasAhead: wasAhead)
        if wasAhead { logger.notice("The clock was ahead until the machine was restarted") }
        if jump < 0 || wasAhead {
            let moment = clock.now
            try await store.recomputeCalendarDates(addedBy: moment) {
                NextDate.afterSettingBack($0, to: moment, in: zone)
            }
        }
        if let old = before.flatMap({ Zone(identifier: $0.zone) }), old.identifier != zone.identifier {
            logger.notice("The time zone has changed", metadata: ["zone": "\(zone.identifier)"])
            let moment = clock.now
            try await store.recomputeCalendarDates { NextDate.afterMoving($0, from: old, to: zone, at: moment) }
        }
        if areNew {
            logger.notice("The time zone rules have changed", metadata: ["rules": "\(ZoneData.version())"])
            let (moment, isFirst) = (clock.now, before?.rules == nil)
            try await store.recomputeCalendarDates {
                NextDate.afterNewRules($0, in: zone, at: moment, isFirst: isFirst)
            }
        }
        if isNewCalendar {
            logger.notice("The workdays, the holidays or the place of the sun have changed")
            let moment = clock.now
            try await store.recomputeCalendarDates { NextDate.afterNewCalendar($0, in: zone, at: moment) }
        }
        // The zone and its rules are stored last: if the agent dies before that, the next agent recomputes the dates.
        try await store.setClockRecord(now, movingBy: 0, at: clock.now)
        clockState.known = now
    }

    /// Seconds by which an earlier boot's clock may lead the present clock; a larger lead means a wrong earlier clock.
    private static let day: TimeInterval = 86_400

    private func lastKnown() async throws -> ClockRecord? {
        if let known = clockState.known { return known }
        return try await store.clockRecord()
    }
}

/// The rules by which dates were computed: the versions of the zones' rules and of the person's calendar.
private struct DateRules {
    let zones: String
    let calendar: String

    init(zones: String, calendar: String) { (self.zones, self.calendar) = (zones, calendar) }

    /// Parses a ``text`` that was read from the store.
    init(_ text: String) {
        let parts = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        self.init(zones: String(parts[0]), calendar: parts.count > 1 ? String(parts[1]) : "")
    }

    /// The text that the store keeps; a calendar without settings is not part of it.
    var text: String { calendar.isEmpty ? zones : "\(zones)\n\(calendar)" }
}
