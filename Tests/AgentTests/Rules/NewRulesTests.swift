// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentRules
import Foundation
import NotificationModel
import NotificationStore
import Testing
import Triggers
import ZoneFiles

/// Dates after a zone's rules have changed: no local time fires twice, and none is left out.
@Suite struct NewRulesTests {
    /// Sunday 2026-11-22 12:00 in UTC. The zone was 3:30 ahead of UTC when today's 09:00 fired.
    private let now = Date(timeIntervalSince1970: 1_795_348_800)
    private let fired = Date(timeIntervalSince1970: 1_795_325_400)

    private func zone(_ minutes: Int) -> Zone {
        Zone(identifier: "Test/Nowhere", rules: ZoneRules(offset: minutes * 60, name: "NEW"))
    }

    private func wait(_ trigger: Trigger, settled: LocalTime?, fired: Date?) -> PendingRequest {
        PendingRequest(
            app: "app", request: Request(identifier: "a", content: Content(title: "A"), trigger: trigger),
            due: now + 86_400, addedAt: now - 5 * 86_400, lastFired: fired, settled: settled)
    }

    @Test(arguments: [(135, 6.75), (285, 4.25), (210, 5.5)], [true, false])
    func `T1: an occurrence that fired by the old rules does not fire again by the new ones`(
        rules: (minutes: Int, hour: Double), floats: Bool
    ) throws {
        let zone = zone(rules.minutes)
        let nine = CalendarComponents(timeZone: floats ? nil : zone, hour: 9)
        let settled = try #require(LocalTime("2026-11-22T09:00:00"))

        let next = NextDate.afterNewRules(
            wait(.calendar(nine, repeats: true), settled: settled, fired: fired), in: floats ? zone : .gmt, at: now,
            isFirst: false)

        // 23 November at 09:00 in that zone.
        #expect(next?.due == Date(timeIntervalSince1970: 1_795_392_000 + rules.hour * 3600))
        #expect(next?.settled == settled)
    }

    @Test func `T1: an occurrence that has not fired comes by the new rules, at once if it is due`() throws {
        let once = CalendarComponents(timeZone: zone(600), year: 2026, month: 11, day: 22, hour: 21, minute: 30)

        let next = NextDate.afterNewRules(
            wait(.calendar(once, repeats: false), settled: nil, fired: nil), in: .gmt, at: now, isFirst: true)

        #expect(next?.due == now - 1800)
    }

    @Test func `an interval trigger counts on from now`() throws {
        let minute = CalendarComponents(timeZone: zone(285), minute: 10)

        let next = NextDate.afterNewRules(
            wait(.calendar(minute, repeats: true), settled: nil, fired: fired), in: .gmt, at: now, isFirst: false)

        // 16:45 in that zone.
        #expect(next?.due == now + 25 * 60)
    }
}
