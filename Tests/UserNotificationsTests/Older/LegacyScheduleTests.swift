// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LegacyNotifications
import Testing
import UIKitNotifications
import UserNotifications

/// Triggers for the dates and intervals of the older APIs.
@Suite struct LegacyScheduleTests {
    private static let now = Date(timeIntervalSince1970: 1_768_039_200)
    private static let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

    private func trigger(
        _ date: Date?, _ reading: LegacySchedule.Reading = .fixed(.gmt), _ repeats: LegacyRepeat? = nil,
        _ calendar: Calendar = Calendar(identifier: .gregorian)
    ) throws -> UNNotificationTrigger? {
        try LegacySchedule(date: date, reading: reading, repeats: repeats, calendar: calendar)
            .trigger(now: Self.now, in: Self.berlin)
    }

    @Test func `a due notification has no trigger`() throws {
        #expect(try trigger(nil) == nil)
        #expect(try trigger(Self.now) == nil)
        // 23:00 in Tokyo's reading is over in Berlin: 10:00 UTC is 11:00 there.
        let tokyo = TimeZone(identifier: "Asia/Tokyo") ?? .gmt
        #expect(try trigger(Self.now - 86_400, .floating(from: tokyo)) == nil)
    }

    @Test func `a date is a moment, or a reading that floats`() throws {
        let fixed = try #require(trigger(Self.now + 3600.5) as? UNRuleNotificationTrigger)
        #expect(fixed.dates == [.date(Self.now + 3601)])
        #expect(fixed.timeZone == .gmt)
        #expect(!fixed.repeats)
        let floating = try #require(
            trigger(Self.now + 3600, .floating(from: Self.berlin)) as? UNRuleNotificationTrigger)
        let reading = DateComponents(year: 2026, month: 1, day: 10, hour: 12, minute: 0, second: 0)
        #expect(floating.dates == [.reading(reading)])
        #expect(floating.timeZone == nil)
    }

    @Test func `a date within seconds is an interval, which no slow agent finds past`() throws {
        let soon = try #require(trigger(Self.now + 0.25) as? UNTimeIntervalNotificationTrigger)
        #expect(soon.timeInterval == 0.25)
        let floating = try #require(
            trigger(Self.now + 5.5, .floating(from: Self.berlin)) as? UNTimeIntervalNotificationTrigger)
        #expect(floating.timeInterval == 5.5)
    }

    @Test(arguments: [
        (NSCalendar.Unit.minute, "FREQ=MINUTELY"), (.hour, "FREQ=HOURLY"), (.day, "FREQ=DAILY"),
        (.weekday, "FREQ=DAILY"), (.weekOfYear, "FREQ=WEEKLY"), (.weekOfMonth, "FREQ=WEEKLY"),
        (.weekdayOrdinal, "FREQ=WEEKLY"), (NSCalendar.Unit(rawValue: 256), "FREQ=WEEKLY"), (.month, "FREQ=MONTHLY"),
        (.quarter, "FREQ=MONTHLY;INTERVAL=3"), (.year, "FREQ=YEARLY"),
    ])
    func `each unit has its rule`(_ unit: NSCalendar.Unit, _ rule: String) throws {
        let repeats = try #require(LegacyRepeat.reading(unit).repeats)
        let trigger = try #require(trigger(Self.now + 86_400, .fixed(.gmt), repeats) as? UNRuleNotificationTrigger)
        #expect(trigger.rule == rule)
        #expect(trigger.start == .date(Self.now + 86_400))
        #expect(trigger.dates.isEmpty)
    }

    @Test func `from the 29th on, a month without that day has its last one`() throws {
        let date = Date(timeIntervalSince1970: 1_769_853_600)
        let trigger = try #require(trigger(date, .fixed(.gmt), LegacyRepeat(.month)) as? UNRuleNotificationTrigger)
        #expect(trigger.rule?.contains("BYMONTHDAY=28,29,30,31") == true)
        #expect(trigger.rule?.contains("BYSETPOS=-1") == true)
    }

    @Test func `a past date fires once at once, and one that is near does not fire twice`() throws {
        let past = try #require(
            trigger(Self.now - 60, .fixed(.gmt), LegacyRepeat(.hour)) as? UNRuleNotificationTrigger)
        #expect(past.firstDate == Self.now + 1)
        #expect(past.start == .date(Self.now - 60))
        let near = try #require(
            trigger(Self.now + 0.5, .fixed(.gmt), LegacyRepeat(.hour)) as? UNRuleNotificationTrigger)
        #expect(near.firstDate == Self.now + 1)
        #expect(near.start == .date(Self.now + 1))
        let later = try #require(
            trigger(Self.now + 60, .fixed(.gmt), LegacyRepeat(.hour)) as? UNRuleNotificationTrigger)
        #expect(later.firstDate == nil)
    }

    @Test func `other calendars repeat only from their next date on`() throws {
        let chinese = Calendar(identifier: .hebrew)
        var own = chinese
        own.timeZone = .gmt
        let next = try #require(
            own.nextDate(after: Self.now, matching: DateComponents(day: 1, hour: 8), matchingPolicy: .nextTime))
        let trigger = try #require(
            trigger(next, .fixed(.gmt), LegacyRepeat(.month), chinese) as? UNCalendarNotificationTrigger)
        #expect(trigger.dateComponents.day == 1)
        #expect(trigger.repeats)
        #expect(throws: LegacyProblem.self) {
            try self.trigger(next + 60 * 86_400, .fixed(.gmt), LegacyRepeat(.month), chinese)
        }
        #expect(throws: LegacyProblem.self) {
            try self.trigger(next, .fixed(.gmt), LegacyRepeat(.quarter), chinese)
        }
    }

    @Test func `the intervals of NSUserNotification`() throws {
        #expect(try LegacyRepeat.reading(DateComponents(day: 2)) == LegacyRepeat(.day, every: 2))
        #expect(try LegacyRepeat.reading(DateComponents(weekOfYear: 1)) == LegacyRepeat(.week))
        #expect(try LegacyRepeat.reading(DateComponents(hour: 1, minute: 30)) == LegacyRepeat(.second, every: 5400))
        #expect(try LegacyRepeat.reading(DateComponents(second: 90)) == LegacyRepeat(.second, every: 90))
        for wrong in [DateComponents(), .init(second: 59), .init(minute: -1), .init(month: 1, day: 1)] {
            #expect(throws: LegacyProblem.self) { try LegacyRepeat.reading(wrong) }
        }
    }
}
