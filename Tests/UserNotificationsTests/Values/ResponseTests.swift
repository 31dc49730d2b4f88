// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import Testing
import Triggers

@testable import UserNotifications

@Suite struct ResponseTests {
    private static let date = Date(timeIntervalSince1970: 1_700_000_000)

    private func response(
        _ kind: Response.Kind, _ identifier: String, text: String? = nil, token: String? = nil
    ) -> UNNotificationResponse {
        var content = Content(title: "Tea")
        content.userInfo = ["cup": .integer(1)]
        let request = Request(identifier: "tea", content: content, trigger: .timeInterval(.seconds(5), repeats: false))
        return UNNotificationResponse.make(
            Response(
                kind: kind, actionIdentifier: identifier, userText: text, date: Self.date, activationToken: token,
                notification: NotificationModel.Notification(
                    app: "app", request: request, date: Self.date, due: Self.date)))
    }

    @Test func `90, 91, 92: identifiers are Apple's for default and dismiss, else the action's own`() {
        #expect(response(.default, "").actionIdentifier == UNNotificationDefaultActionIdentifier)
        #expect(response(.dismiss, "").actionIdentifier == UNNotificationDismissActionIdentifier)
        #expect(response(.action, "done").actionIdentifier == "done")
    }

    @Test func `96: a reply makes a text input response, also an empty reply`() {
        let typed = response(.text, "reply", text: "hello") as? UNTextInputNotificationResponse

        #expect(typed?.userText == "hello")
        #expect(typed?.actionIdentifier == "reply")
        #expect((response(.text, "reply") as? UNTextInputNotificationResponse)?.userText == "")
        #expect(!(response(.action, "reply") is UNTextInputNotificationResponse))
    }

    @Test func `75, 122: the response has the notification with its date, content and trigger`() {
        let notification = response(.default, "").notification

        #expect(notification.date == Self.date)
        #expect(notification.request.identifier == "tea")
        #expect(notification.request.content.userInfo["cup"] as? Int == 1)
        #expect(notification.request.trigger == UNTimeIntervalNotificationTrigger(timeInterval: 5, repeats: false))
    }

    @Test func `the activation token exists if the desktop gave one`() {
        #expect(response(.default, "", token: "t").xdgActivationToken == "t")
        #expect(response(.default, "").xdgActivationToken == nil)
    }

    @Test func `117: responses are equal by value, a text response also by its text`() {
        #expect(response(.action, "done") == response(.action, "done"))
        #expect(response(.action, "done") != response(.action, "other"))
        #expect(response(.text, "reply", text: "a") != response(.text, "reply", text: "b"))
        #expect(response(.text, "reply", text: "a").hash == response(.text, "reply", text: "a").hash)
    }

    @Test func `118: archives keep responses and notifications`() throws {
        let typed = try #require(response(.text, "reply", text: "hello") as? UNTextInputNotificationResponse)

        #expect(try archived(typed) == typed)
        #expect(try archived(typed.notification) == typed.notification)
    }

    @Test func `118: a test's coder that decodes only objects makes notifications and responses`() throws {
        final class Coder: NSCoder {
            let values: [String: Any]
            init(_ values: [String: Any]) { self.values = values }
            override func decodeObject(forKey key: String) -> Any? { values[key] }
        }
        let request = UNNotificationRequest(identifier: "tea", content: UNNotificationContent(), trigger: nil)
        let notification = try #require(UNNotification(coder: Coder(["date": Self.date, "request": request])))
        let response = try #require(
            UNNotificationResponse(coder: Coder(["notification": notification, "actionIdentifier": "done"])))
        let typed = UNTextInputNotificationResponse(coder: Coder(["notification": notification, "userText": "hi"]))

        #expect(notification.date == Self.date)
        #expect(notification.request === request)
        #expect(response.notification === notification)
        #expect(response.actionIdentifier == "done")
        #expect(typed?.userText == "hi")
        #expect(UNNotificationResponse(coder: Coder([:])) != nil)
    }

    @Test func `118: a test's coder that decodes only Booleans makes a push trigger`() {
        final class Coder: NSCoder {
            override func decodeBool(forKey key: String) -> Bool { key == "repeats" }
        }

        #expect(UNPushNotificationTrigger(coder: Coder())?.repeats == true)
    }

    @Test func `118: a coder that returns an empty string for every key makes a response`() {
        final class Coder: NSCoder {
            override func decodeObject(forKey _: String) -> Any { "" }
        }

        #expect(UNNotificationResponse(coder: Coder())?.actionIdentifier == "")
        #expect(UNNotification(coder: Coder())?.request.identifier == "")
        #expect(UNNotification(coder: NSCoder())?.request.identifier == "")
    }

    @Test func `a returned request can be added again with the properties that Apple lacks`() throws {
        var request = Request(identifier: "tea", content: Content(title: "Tea"))
        request.display.icon = "cup"
        request.responsePlan = ResponsePlan(snooze: ["5m"])
        request.trigger = .rule(try RecurrenceSet(parsing: "FREQ=DAILY"))

        #expect(try UNNotificationRequest(request).draft() == request)
        #expect(UNNotificationRequest(request).trigger?.repeats == true)
    }
}
