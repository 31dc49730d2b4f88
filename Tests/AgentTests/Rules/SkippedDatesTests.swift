// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentRules
import Foundation
import NotificationModel
import NotificationStore
import Testing
import Triggers
import ZoneFiles

/// Dates of repeating requests some of whose occurrences are left out.
@Suite struct SkippedDatesTests {
    private let home = Zone(identifier: "Test/Home", rules: ZoneRules(offset: 0, name: "HOME"))
    private let east = Zone(identifier: "Test/East", rules: ZoneRules(offset: 9 * 3600, name: "EAST"))

    private func date(_ text: String) throws -> Date { try #require(LocalTime(text)).instant(in: .gmt) }

    private func wait(_ trigger: Trigger, due: String) throws -> PendingRequest {
        let request = Request(identifier: "a", content: Content(title: "A"), trigger: trigger)
        return PendingRequest(
            app: "app", request: request, due: try date(due), addedAt: try date("2026-11-20T12:00:00"))
    }

    private func daily(_ end: String = "") throws -> Trigger {
        .rule(RecurrenceSet([try RecurrenceRule(parsing: "FREQ=DAILY;BYHOUR=9;BYMINUTE=0;BYSECOND=0" + end)]))
    }

    /// The request as the store has it after the dates were left out.
    private func stored(_ dates: SkippedDates, of wait: PendingRequest) throws -> PendingRequest {
        var wait = wait
        wait.due = try #require(dates.next)
        wait.request.trigger = dates.trigger
        wait.lastFired = dates.lastFired
        wait.settled = dates.settled
        return wait
    }

    @Test func `a rule leaves dates out, and they count`() throws {
        let due = try wait(try daily(";COUNT=4"), due: "2026-11-21T09:00:00")

        let dates = try NextDate.skipping(2, of: due, at: try date("2026-11-20T13:00:00"), in: home)

        #expect(dates.skipped == [try date("2026-11-21T09:00:00"), try date("2026-11-22T09:00:00")])
        #expect(dates.next == (try date("2026-11-23T09:00:00")))
        let after = try stored(dates, of: due)
        let last = NextDate.of(after.request, after: after.due, addedAt: after.addedAt, in: home)
        #expect(last == (try date("2026-11-24T09:00:00")))
        #expect(NextDate.of(after.request, after: try #require(last), addedAt: after.addedAt, in: home) == nil)
    }

    @Test func `dates that are left out stay so after a journey`() throws {
        let calendar = Trigger.calendar(CalendarComponents(hour: 9), repeats: true)
        for trigger in [try daily(), calendar] {
            let due = try wait(trigger, due: "2026-11-21T09:00:00")
            let now = try date("2026-11-20T13:00:00")

            let after = try stored(try NextDate.skipping(1, of: due, at: now, in: home), of: due)

            // 9 o'clock of the 22nd in the east.
            let moved = NextDate.afterMoving(after, from: home, to: east, at: now)
            #expect(moved?.due == (try date("2026-11-22T00:00:00")))
            let back = NextDate.afterSettingBack(after, to: now - 600, in: home)
            #expect(back?.due == (try date("2026-11-22T09:00:00")))
        }
    }

    @Test func `an interval keeps its phase`() throws {
        let due = try wait(.timeInterval(.seconds(3600), repeats: true), due: "2026-11-20T13:00:00")

        let dates = try NextDate.skipping(3, of: due, at: due.addedAt, in: home)

        #expect(dates.next == (try date("2026-11-20T16:00:00")))
        #expect(dates.lastFired == nil)
    }

    @Test func `the end of the repetition is not passed`() throws {
        let due = try wait(try daily(";COUNT=2"), due: "2026-11-21T09:00:00")
        let dates = try NextDate.skipping(5, of: due, at: due.addedAt, in: home)
        #expect(dates.skipped.count == 2)
        #expect(dates.next == nil)

        var expiring = try wait(try daily(), due: "2026-11-21T09:00:00")
        expiring.request.policy.expires = try date("2026-11-22T08:00:00")
        #expect(try NextDate.skipping(1, of: expiring, at: due.addedAt, in: home).next == nil)
    }

    @Test func `a date that can't be left out is refused`() throws {
        let yearly = Trigger.calendar(CalendarComponents(month: 12, day: 24), repeats: true)
        let once = Trigger.calendar(CalendarComponents(hour: 9), repeats: false)
        for (trigger, count) in [(yearly, 3), (once, 1), (try daily(), 501)] {
            let due = try wait(trigger, due: "2026-12-24T00:00:00")
            let refusal = #expect(throws: Refusal.self) {
                try NextDate.skipping(count, of: due, at: due.addedAt, in: home)
            }
            #expect(refusal?.code == .invalidTrigger)
        }
        let due = try wait(yearly, due: "2026-12-24T00:00:00")
        #expect(try NextDate.skipping(1, of: due, at: due.addedAt, in: home).next == (try date("2027-12-24T00:00:00")))
    }

    @Test func `only warnings of dates that are left out are left out`() throws {
        var warning = try wait(try daily(), due: "2026-11-21T08:45:00")
        warning.request.leadTime = 900
        let skipping = NextDate.skipping(at: warning.addedAt, in: home)
        let first = try date("2026-11-21T09:00:00")

        let without = try skipping.warning(warning, [first])
        #expect(without.skipped == [first - 900])
        #expect(without.next == (try date("2026-11-22T08:45:00")))
        #expect(try skipping.warning(warning, [first + 86_400]).skipped == [])
    }
}
