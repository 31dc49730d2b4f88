// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import Testing

@testable import UserNotifications

@Suite struct RequestTests {
    private let content = UNMutableNotificationContent()
    private let minute = UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: true)

    @Test func `25: a request without a trigger has none`() throws {
        let request = UNNotificationRequest(identifier: "tea", content: content, trigger: nil)

        #expect(request.trigger == nil)
        #expect(
            try UNNotificationRequest(identifier: "tea", content: titled("Tea"), trigger: nil).draft().trigger == nil)
    }

    @Test func `30: a request may have an empty identifier`() {
        #expect(UNNotificationRequest(identifier: "", content: content, trigger: nil).identifier == "")
    }

    @Test func `31: a request keeps a copy of its content`() {
        content.title = "Tea"
        content.userInfo = ["cup": 1]
        let request = UNNotificationRequest(identifier: "tea", content: content, trigger: minute)

        content.title = "Coffee"
        content.userInfo["cup"] = 2

        #expect(request.content.title == "Tea")
        #expect(request.content.userInfo["cup"] as? Int == 1)
        #expect(!(request.content is UNMutableNotificationContent))
        #expect(request.trigger === minute)
    }

    @Test func `116: a copy of mutable content is a snapshot, of immutable content the same object`() throws {
        content.title = "Tea"
        let copy = try #require(content.copy() as? UNNotificationContent)
        content.title = "Coffee"
        let editable = try #require(copy.mutableCopy() as? UNMutableNotificationContent)
        editable.body = "hot"

        #expect(copy.title == "Tea")
        #expect(copy.body == "")
        #expect(copy.copy() as? UNNotificationContent === copy)
        #expect(editable.title == "Tea")
    }

    @Test func `116: a request returns the subclass of content that it was made with`() {
        final class Doubled: UNNotificationContent, @unchecked Sendable {
            override var userInfo: [AnyHashable: Any] { ["note": 7] }
        }
        let request = UNNotificationRequest(identifier: "n", content: Doubled(), trigger: nil)

        #expect(request.content.userInfo["note"] as? Int == 7)
    }

    @Test func `117: requests, contents and triggers are equal by value and have equal hashes`() {
        func request(_ title: String, _ seconds: Double) -> UNNotificationRequest {
            UNNotificationRequest(
                identifier: "tea", content: titled(title),
                trigger: UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: false))
        }

        #expect(request("Tea", 5) == request("Tea", 5))
        #expect(request("Tea", 5).hash == request("Tea", 5).hash)
        #expect(request("Tea", 5) != request("Coffee", 5))
        #expect(request("Tea", 5) != request("Tea", 6))
        #expect(Set([titled("Tea"), titled("Tea"), titled("Coffee")]).count == 2)
        #expect(minute != UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false))
        #expect(
            UNCalendarNotificationTrigger(dateMatching: DateComponents(hour: 8), repeats: true)
                == UNCalendarNotificationTrigger(dateMatching: DateComponents(hour: 8), repeats: true))
    }

    @Test func `117: mutable content is equal to immutable content with the same values`() {
        content.title = "Tea"

        #expect(content == content.copy() as? UNNotificationContent)
    }

    @Test func `archives keep requests with their triggers`() throws {
        content.title = "Tea"
        var components = DateComponents(hour: 8)
        components.timeZone = TimeZone(identifier: "Europe/Berlin")
        let daily = UNCalendarNotificationTrigger(dateMatching: components, repeats: true)
        for trigger in [minute, daily, nil] {
            let request = UNNotificationRequest(identifier: "tea", content: content, trigger: trigger)
            let back = try archived(request)

            #expect(back == request)
            #expect(back.trigger?.repeats == trigger?.repeats)
        }
    }

    @Test func `a subclass without additions inherits Apple's convenience initialisers`() {
        final class Request: UNNotificationRequest, @unchecked Sendable {}
        final class Action: UNNotificationAction, @unchecked Sendable {}
        final class Category: UNNotificationCategory, @unchecked Sendable {}

        #expect(Request(identifier: "tea", content: content, trigger: nil).identifier == "tea")
        #expect(Action(identifier: "done", title: "Done").title == "Done")
        #expect(Category(identifier: "c", actions: [], intentIdentifiers: []).identifier == "c")
    }

    private func titled(_ title: String) -> UNNotificationContent {
        let content = UNMutableNotificationContent()
        content.title = title
        return content
    }
}
