// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import Testing
import Triggers

@testable import UserNotifications

@Suite struct CalendarTriggerTests {
    @Test(arguments: [
        ("45, 46: the set components match", DateComponents(hour: 8), "2026-06-01T09:00:00Z", "2026-06-02T08:00:00Z"),
        ("46: a weekday", DateComponents(hour: 14, weekday: 3), "2026-06-01T09:00:00Z", "2026-06-02T14:00:00Z"),
        ("47: smaller components are 0", DateComponents(hour: 8), "2026-06-01T08:00:30Z", "2026-06-02T08:00:00Z"),
        ("47: the full hour", DateComponents(minute: 0), "2026-06-01T08:00:30Z", "2026-06-01T09:00:00Z"),
        ("47: the full minute", DateComponents(second: 0), "2026-06-01T08:00:30Z", "2026-06-01T08:01:00Z"),
        ("48: after is exclusive", DateComponents(hour: 8), "2026-06-01T08:00:00Z", "2026-06-02T08:00:00Z"),
        ("49: a missing day", DateComponents(day: 31), "2026-06-05T12:00:00Z", "2026-07-01T00:00:00Z"),
        (
            "50: with its time of day", DateComponents(day: 31, hour: 10, minute: 15), "2026-06-05T12:00:00Z",
            "2026-07-01T10:15:00Z"
        ),
        (
            "51: a leap day", DateComponents(month: 2, day: 29, hour: 9), "2025-03-05T12:00:00Z",
            "2026-03-01T09:00:00Z"
        ),
        (
            "62: an ordinal weekday", DateComponents(weekday: 3, weekdayOrdinal: 2), "2026-06-01T12:00:00Z",
            "2026-06-09T00:00:00Z"
        ),
    ])
    func `45 to 51, 62: the next date of a calendar trigger`(
        _ rule: String, _ components: DateComponents, _ after: String, _ expected: String
    ) throws {
        let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: true)

        #expect(trigger.nextTriggerDate(after: try date(after), in: .gmt) == (try date(expected)), "\(rule)")
    }

    @Test(arguments: [
        (DateComponents(month: 6, day: 31), "2026-06-05T12:00:00Z", "2026-07-01T00:00:00Z"),
        (DateComponents(month: 6, day: 31, hour: 9, minute: 5), "2026-06-05T12:00:00Z", "2026-07-01T09:05:00Z"),
        (DateComponents(month: 2, day: 30), "2026-01-01T12:00:00Z", "2026-03-01T00:00:00Z"),
        (DateComponents(month: 2, day: 30), "2028-01-01T12:00:00Z", "2028-03-01T00:00:00Z"),
        (DateComponents(month: 2, day: 30), "2026-03-01T00:00:00Z", "2027-03-01T00:00:00Z"),
        (DateComponents(year: 2027, month: 4, day: 31), "2026-06-05T12:00:00Z", "2027-05-01T00:00:00Z"),
    ]) func `L3: 49 to 52: a day that its month lacks is the first of the next`(
        _ components: DateComponents, _ after: String, _ expected: String
    ) throws {
        let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: true)

        #expect(trigger.nextTriggerDate(after: try date(after), in: .gmt) == (try date(expected)))
    }

    @Test func `53: a time inside a DST gap fires at the first instant after it, the next day as usual`() throws {
        let newYork = try #require(TimeZone(identifier: "America/New_York"))
        let trigger = UNCalendarNotificationTrigger(dateMatching: DateComponents(hour: 2, minute: 30), repeats: true)

        let first = try #require(trigger.nextTriggerDate(after: try date("2025-03-09T05:00:00Z"), in: newYork))

        #expect(first == (try date("2025-03-09T07:00:00Z")))  // 03:00 EDT
        #expect(trigger.nextTriggerDate(after: first, in: newYork) == (try date("2025-03-10T06:30:00Z")))
    }

    @Test func `54: a time that occurs twice fires the first time, every hour fires in both`() throws {
        let newYork = try #require(TimeZone(identifier: "America/New_York"))
        let once = UNCalendarNotificationTrigger(dateMatching: DateComponents(hour: 1, minute: 30), repeats: true)
        let hourly = UNCalendarNotificationTrigger(dateMatching: DateComponents(minute: 30), repeats: true)
        let midnight = try date("2025-11-02T04:00:00Z")
        let first = try date("2025-11-02T05:30:00Z")

        #expect(once.nextTriggerDate(after: midnight, in: newYork) == first)
        #expect(once.nextTriggerDate(after: first, in: newYork) == (try date("2025-11-03T06:30:00Z")))
        #expect(hourly.nextTriggerDate(after: first, in: newYork) == (try date("2025-11-02T06:30:00Z")))
    }

    @Test func `56: the components' own zone and calendar are used`() throws {
        var tokyo = DateComponents(hour: 8)
        tokyo.timeZone = TimeZone(identifier: "Asia/Tokyo")
        var hebrew = DateComponents(month: 1, day: 1)
        hebrew.calendar = Calendar(identifier: .hebrew)
        let after = try date("2026-06-01T00:00:00Z")

        #expect(
            UNCalendarNotificationTrigger(dateMatching: tokyo, repeats: true).nextTriggerDate(after: after, in: .gmt)
                == (try date("2026-06-01T23:00:00Z")))
        #expect(
            UNCalendarNotificationTrigger(dateMatching: hebrew, repeats: true).nextTriggerDate(after: after, in: .gmt)
                == (try date("2026-09-12T00:00:00Z")))
    }

    @Test func `57: without a zone, or with the autoupdating one, the trigger follows the person`() throws {
        var floating = DateComponents(hour: 8)
        floating.timeZone = .autoupdatingCurrent
        var fixed = DateComponents(hour: 8)
        fixed.timeZone = TimeZone(identifier: "Europe/Berlin")

        for components in [DateComponents(hour: 8), floating] {
            #expect(try UNCalendarNotificationTrigger(dateMatching: components, repeats: true).model().isFloating)
        }
        #expect(try !UNCalendarNotificationTrigger(dateMatching: fixed, repeats: true).model().isFloating)
    }

    @Test func `59: a whole date has one match, repeating or not`() throws {
        let components = DateComponents(year: 2026, month: 12, day: 24, hour: 18)
        let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: true)
        let evening = try date("2026-12-24T18:00:00Z")

        #expect(trigger.nextTriggerDate(after: try date("2026-06-01T00:00:00Z"), in: .gmt) == evening)
        #expect(trigger.nextTriggerDate(after: evening, in: .gmt) == nil)
    }

    @Test(arguments: [
        DateComponents(year: 2020, month: 1, day: 1), DateComponents(hour: 25), DateComponents(hour: -24),
        DateComponents(quarter: 9), DateComponents(),
    ]) func `60: past and impossible components have no next date`(_ components: DateComponents) {
        #expect(UNCalendarNotificationTrigger(dateMatching: components, repeats: false).nextTriggerDate() == nil)
    }

    @Test func `61: components with every field match their moment`() throws {
        let soon = Date(timeIntervalSince1970: (Date.now.timeIntervalSince1970 + 7200).rounded(.down))
        let components = Calendar.current.dateComponents(in: .current, from: soon)

        #expect(UNCalendarNotificationTrigger(dateMatching: components, repeats: false).nextTriggerDate() == soon)
    }

    @Test func `the components are returned unchanged`() {
        var components = DateComponents(hour: 8, minute: 30)
        components.timeZone = TimeZone(identifier: "Europe/Berlin")

        #expect(
            UNCalendarNotificationTrigger(dateMatching: components, repeats: true).dateComponents == components)
    }

    @Test func `42: a trigger from the center has the agent's date`() throws {
        let snoozed = Date.now + 42
        let request = UNNotificationRequest(
            NotificationModel.Request(
                identifier: "tea", content: Content(title: "Tea"),
                trigger: .calendar(CalendarComponents(hour: 8), repeats: true)), nextTriggerDate: snoozed)

        #expect((request.trigger as? UNCalendarNotificationTrigger)?.nextTriggerDate() == snoozed)
    }

    private func date(_ text: String) throws -> Date { try #require(Date(rfc3339: text)) }
}
