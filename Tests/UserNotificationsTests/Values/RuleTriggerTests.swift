// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

/// Triggers from recurrence rules, which Apple doesn't have.
@Suite struct RuleTriggerTests {
    private static let start = Date(timeIntervalSince1970: 1_900_000_000)

    @Test func `it keeps its rule, start, dates and zone`() throws {
        let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
        let reading = DateComponents(year: 2031, month: 2, day: 3, hour: 4, minute: 5, second: 6)
        let trigger = try UNRuleNotificationTrigger(
            rule: "FREQ=WEEKLY;INTERVAL=2", start: .date(Self.start), dates: [.reading(reading)], timeZone: tokyo)
        #expect(trigger.rule == "FREQ=WEEKLY;INTERVAL=2")
        #expect(trigger.start == .date(Self.start))
        #expect(trigger.dates == [.reading(reading)])
        #expect(trigger.timeZone == tokyo)
        #expect(trigger.repeats)
        #expect(trigger.nextTriggerDate() == Self.start)
    }

    @Test func `dates alone fire once each`() throws {
        let trigger = try UNRuleNotificationTrigger(rule: nil, dates: [.date(Self.start)])
        #expect(trigger.rule == nil)
        #expect(!trigger.repeats)
        #expect(trigger.nextTriggerDate() == Self.start)
        #expect(trigger.timeZone == nil)
    }

    @Test func `it survives an archive, and compares its parts`() throws {
        let trigger = try UNRuleNotificationTrigger(rule: "FREQ=DAILY", start: .date(Self.start))
        let data = try NSKeyedArchiver.archivedData(withRootObject: trigger, requiringSecureCoding: true)
        let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: UNRuleNotificationTrigger.self, from: data)
        #expect(copy == trigger)
        #expect(try UNRuleNotificationTrigger(rule: "FREQ=DAILY") != trigger)
    }

    @Test(arguments: ["", "FREQ=SOMETIMES", "FREQ=DAILY;COUNT=0"])
    func `a wrong rule is an error of this module`(_ rule: String) {
        let error = #expect(throws: UNError.self) { try UNRuleNotificationTrigger(rule: rule) }
        #expect(error?.code == .notificationInvalidNoDate)
    }

    @Test func `a trigger without dates, and a reading without a day, are errors`() {
        #expect(throws: UNError.self) { try UNRuleNotificationTrigger(rule: nil) }
        #expect(throws: UNError.self) {
            try UNRuleNotificationTrigger(rule: nil, dates: [.reading(DateComponents(hour: 3))])
        }
    }
}
