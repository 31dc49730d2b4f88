// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import TestSupport
import Testing
import Triggers

@testable import TimeExpressions

/// Rules with `COUNT` that began long ago: their occurrences are counted once.
@Suite(.serialized) struct CountedRuleTests {
    private let zone: Zone
    private let now: Date
    private let context: TimeExpression.Context

    init() throws {
        zone = try #require(Zone(identifier: "Europe/Berlin"))
        now = try #require(Date(rfc3339: "2026-11-21T12:00:00+01:00"))
        context = .init(now: now, timeZone: zone)
    }

    /// Rules with tens of thousands of occurrences up to now, or up to their ends.
    @Test(arguments: [
        "DTSTART:20180621T1200%0 RRULE:FREQ=MINUTELY;INTERVAL=7;BYHOUR=9;COUNT=100000",
        "DTSTART:19700101T1200%0 RRULE:FREQ=HOURLY;INTERVAL=5;BYDAY=MO,TU,WE,TH,FR,SA;COUNT=100000",
        "DTSTART:19000101T1200%0 RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1,2,3,4;COUNT=100000",
        "DTSTART:20160229T1200%0 RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=100000",
    ])
    func `T11: the occurrences of a rule with COUNT are computed once`(text: String) throws {
        // Another second each time that the test runs, so that no count is known.
        let text = text.replacing("%0", with: String(Int.random(in: 10...59)))
        let clock = ContinuousClock()
        var first: TimeExpression?
        let once = try clock.measure { first = try TimeExpression.parse(text, context) }
        let expression = try #require(first)
        var date: Date? = now
        let later = clock.measure {
            for _ in 0..<60 {
                date = date.flatMap { expression.trigger.nextDate(after: $0, anchoredAt: now, in: zone) }
            }
        }
        #expect(date != nil)
        #expect(later < once * 20, "60 dates took \(later), the first one \(once)")
    }

    @Test(arguments: [
        "FREQ=MINUTELY;INTERVAL=7;BYHOUR=9,10;COUNT=300", "FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=1,-1;COUNT=150",
        "FREQ=DAILY;INTERVAL=3;COUNT=120", "FREQ=HOURLY;INTERVAL=5;BYDAY=MO,TU;COUNT=400",
    ])
    func `T11: a known count gives the same result in any order of questions`(rule: String) throws {
        let trigger = try TimeExpression.parse("DTSTART:20261122T093000 RRULE:\(rule)", context).trigger
        guard case .rule(let set) = trigger else { throw Refusal.invalidTrigger("not a rule") }
        // Without COUNT no occurrences are counted.
        var endless = set
        endless.rules[0].end = .never
        let count = try #require(rule.split(separator: "=").last.flatMap { Int($0) })
        var dates: [Date] = []
        while dates.count < count,
            let next = Trigger.rule(endless).nextDate(after: dates.last ?? now, anchoredAt: now, in: zone)
        {
            dates.append(next)
        }

        var generator = SeededGenerator(seed: 11)
        for _ in 0..<200 {
            let index = Int.random(in: -1..<count, using: &generator)
            let expected = index + 1 < count ? dates[index + 1] : nil
            let moment = index < 0 ? now : dates[index]
            #expect(trigger.nextDate(after: moment, anchoredAt: now, in: zone) == expected, "after number \(index + 1)")
        }
    }
}
