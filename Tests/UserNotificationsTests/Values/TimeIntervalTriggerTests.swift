// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import Testing
import Triggers

@testable import UserNotifications

@Suite struct TimeIntervalTriggerTests {
    @Test func `38: an interval that is not more than 0 ends the program`() async {
        await #expect(processExitsWith: .failure) {
            _ = UNTimeIntervalNotificationTrigger(timeInterval: -1, repeats: false)
        }
        await #expect(processExitsWith: .failure) {
            _ = UNTimeIntervalNotificationTrigger(timeInterval: .nan, repeats: false)
        }
    }

    @Test func `39: an interval that repeats is at least 60 seconds`() async {
        await #expect(processExitsWith: .failure) {
            _ = UNTimeIntervalNotificationTrigger(timeInterval: 59.9, repeats: true)
        }

        #expect(UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: true).repeats)
        #expect(!UNTimeIntervalNotificationTrigger(timeInterval: 0.1, repeats: false).repeats)
    }

    @Test func `40: the program ends with Apple's message`() async throws {
        let zero = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = UNTimeIntervalNotificationTrigger(timeInterval: 0, repeats: false)
            })
        let short = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = UNTimeIntervalNotificationTrigger(timeInterval: 5, repeats: true)
            })

        #expect(
            String(decoding: zero.standardErrorContent, as: UTF8.self).contains("time interval must be greater than 0"))
        #expect(
            String(decoding: short.standardErrorContent, as: UTF8.self)
                .contains("time interval must be at least 60 if repeating"))
    }

    @Test func `41: the interval is returned unchanged`() {
        #expect(UNTimeIntervalNotificationTrigger(timeInterval: 5.5, repeats: false).timeInterval == 5.5)
    }

    @Test func `42: a trigger that was just made counts from the call`() throws {
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 100, repeats: false)
        let before = Date.now

        let next = try #require(trigger.nextTriggerDate())

        #expect(next >= before + 100)
        #expect(next <= Date.now + 100)
    }

    @Test(arguments: [false, true]) func `42: a trigger from the center knows its true date`(
        repeats: Bool
    ) throws {
        let due = Date.now + 42
        let request = UNNotificationRequest(
            NotificationModel.Request(
                identifier: "tea", content: Content(title: "Tea"),
                trigger: .timeInterval(.seconds(100), repeats: repeats)),
            nextTriggerDate: due)
        let trigger = try #require(request.trigger as? UNTimeIntervalNotificationTrigger)

        #expect(trigger.nextTriggerDate() == due)
        #expect(trigger.timeInterval == 100)
        #expect(trigger == UNTimeIntervalNotificationTrigger(timeInterval: 100, repeats: repeats))
    }

    @Test func `42: a repeating trigger kept beyond its date returns the next one`() throws {
        let request = UNNotificationRequest(
            NotificationModel.Request(
                identifier: "tea", content: Content(title: "Tea"), trigger: .timeInterval(.seconds(100), repeats: true)),
            nextTriggerDate: Date.now - 130)
        let trigger = try #require(request.trigger as? UNTimeIntervalNotificationTrigger)

        let next = try #require(trigger.nextTriggerDate())

        #expect(next.timeIntervalSinceNow > 60)
        #expect(next.timeIntervalSinceNow < 75)
    }

    @Test(arguments: [0.001, 1, 60, 3600.5, 31_536_000] as [Double])
    func `43: the interval reaches the agent unchanged`(
        _ seconds: Double
    ) throws {
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: false)

        #expect(try trigger.model() == .timeInterval(.seconds(seconds), repeats: false))
    }

    @Test func `an interval beyond the agent's limit is refused with the reason`() throws {
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 1e300, repeats: false)
        let error = #expect(throws: UNError.self) { try trigger.model() }

        #expect(error?.code == .notificationInvalidNoDate)
        #expect(error?.localizedDescription.contains("100 years") == true)
    }
}
