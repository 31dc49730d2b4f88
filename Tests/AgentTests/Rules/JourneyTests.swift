// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentRules
import Foundation
import NotificationModel
import NotificationStore
import Testing
import Triggers
import ZoneFiles

/// Dates of a floating rule that also has moments (`dates` that end in Z), after the person has moved to another zone.
@Suite struct JourneyTests {
    private let east = Zone(identifier: "Test/East", rules: ZoneRules(offset: 9 * 3600, name: "EAST"))
    private let west = Zone(identifier: "Test/West", rules: ZoneRules(offset: -5 * 3600, name: "WEST"))
    private let home = Zone(identifier: "Test/Home", rules: ZoneRules(offset: 0, name: "HOME"))

    private func date(_ text: String) throws -> Date { try #require(LocalTime(text)).instant(in: .gmt) }

    /// A request for 9 o'clock each day and for one moment, which has fired last at `fired`.
    private func wait(moment: String, fired: String, settled: String) throws -> PendingRequest {
        var rule = RecurrenceSet([try RecurrenceRule(parsing: "FREQ=DAILY;BYHOUR=9;BYMINUTE=0;BYSECOND=0")])
        rule.dates = [.instant(try date(moment))]
        let request = Request(identifier: "a", content: Content(title: "A"), trigger: .rule(rule))
        return PendingRequest(
            app: "app", request: request, due: try date("2026-11-23T09:00:00"),
            addedAt: try date("2026-11-01T00:00:00"), lastFired: try date(fired), settled: LocalTime(settled))
    }

    @Test func `a moment that has fired does not fire again after a journey east`() throws {
        let fired = try wait(
            moment: "2026-11-22T12:00:00", fired: "2026-11-22T12:00:00", settled: "2026-11-22T12:00:00")
        let now = try date("2026-11-22T13:00:00")

        let next = NextDate.afterMoving(fired, from: home, to: east, at: now)

        // 9 o'clock of the next day in the east.
        #expect(next?.due == (try date("2026-11-23T00:00:00")))
    }

    @Test func `a moment soon after a journey west is not left out, and 9 o'clock does not come again on that day`()
        throws
    {
        var fired = try wait(
            moment: "2026-11-22T12:00:00", fired: "2026-11-22T09:00:00", settled: "2026-11-22T09:00:00")
        let moment = try date("2026-11-22T12:00:00")

        let next = NextDate.afterMoving(fired, from: home, to: west, at: try date("2026-11-22T10:00:00"))
        #expect(next?.due == moment)

        fired.due = moment
        let rule = FiringRule(now: moment, timeZone: west, holding: DeliveryHold())
        let firing = rule.decide(fired)
        // 9 o'clock of the next day in the west.
        #expect(firing.next == (try date("2026-11-23T14:00:00")))
        #expect(firing.settled == LocalTime("2026-11-22T09:00:00"))
    }

    @Test func `after the clock was set back a moment that is still to come is not left out`() throws {
        let fired = try wait(
            moment: "2026-11-22T12:00:00", fired: "2026-11-22T09:00:00", settled: "2026-11-22T14:00:00")

        let next = NextDate.afterSettingBack(fired, to: try date("2026-11-22T08:00:00"), in: home)

        #expect(next?.due == (try date("2026-11-22T12:00:00")))
    }
}
