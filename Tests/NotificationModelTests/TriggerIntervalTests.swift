// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import Triggers

@Suite struct TriggerIntervalTests {
    private let noon = Date(timeIntervalSince1970: 1_795_262_400)

    private func next(_ seconds: Double, repeats: Bool, after: Double) -> Double? {
        let trigger = Trigger.timeInterval(.seconds(seconds), repeats: repeats)
        return trigger.nextDate(after: noon + after, anchoredAt: noon, in: .gmt)?.timeIntervalSince(noon)
    }

    @Test func `a single interval has one date`() {
        #expect(next(600, repeats: false, after: 0) == 600)
        #expect(next(600, repeats: false, after: 599.5) == 600)
        #expect(next(600, repeats: false, after: 600) == nil)
        #expect(next(600, repeats: false, after: -1000) == 600)
        #expect(next(0.25, repeats: false, after: 0) == 0.25)
    }

    @Test func `a repeating interval keeps its phase`() {
        #expect(next(600, repeats: true, after: 0) == 600)
        #expect(next(600, repeats: true, after: 600) == 1200)
        #expect(next(600, repeats: true, after: 1199.5) == 1200)
        #expect(next(600, repeats: true, after: 31_536_000) == 31_536_600)
        #expect(next(600, repeats: true, after: -5000) == 600)
    }

    // A due date came again, 0.2 microseconds later, after the clock had been set by a fraction of a second.
    @Test func `a date that is rounded down is not its own next date`() {
        #expect(next(600, repeats: true, after: 599.999_999_8) == 1200)
        #expect(next(600, repeats: true, after: 600.000_000_2) == 1200)
        #expect(next(600, repeats: true, after: 599.99) == 600)
    }

    @Test(arguments: [60, 61.7, 3600.1, 86_399.999]) func `each date is after the one before`(seconds: Double) {
        let trigger = Trigger.timeInterval(.seconds(seconds), repeats: true)
        var date = noon + 1e9
        for _ in 0..<1000 {
            guard let next = trigger.nextDate(after: date, anchoredAt: noon, in: .gmt) else {
                Issue.record("no date after \(date)")
                return
            }
            #expect(next > date)
            #expect(next.timeIntervalSince(date) <= seconds + 0.001)
            date = next
        }
    }

    @Test func `a zone does not affect an interval`() throws {
        let trigger = Trigger.timeInterval(.seconds(86_400), repeats: true)
        let dates = try trigger.dates(2, after: "2027-03-27T12:00:00+01:00", in: try zone("Europe/Berlin"))

        #expect(!trigger.isFloating)
        #expect(dates == ["2027-03-28T13:00:00+02:00", "2027-03-29T13:00:00+02:00"])
    }
}
