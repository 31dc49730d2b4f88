// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
@testable import AgentOutbox
import DBus
import FoundationEssentials
import Glibc
import NotificationModel
import Testing

/// The environment and standard input of a command of `on`.
@Suite struct CommandEventTests {
    @Test func `Belfry's variables override the request's own`() {
        var content = Content(title: "Tea; rm -rf /")
        content.userInfo = [
            "cup size": .integer(2), "ok": .boolean(true), "list": .array([]), "zero": .string("a\u{0}b"),
        ]
        let request = Request(
            identifier: "tea", content: content,
            responsePlan: ResponsePlan(environment: ["PATH": "/x", "BELFRY_ID": "forged", "OWN": "1"]))
        let due = Date(timeIntervalSince1970: 1_800_000_000)
        let notification = Notification(app: "a", request: request, date: due + 90, due: due)
        let response = Response(
            kind: .text, actionIdentifier: "answer", userText: "$(id)", date: due, activationToken: "token",
            notification: notification)

        let told = CommandEvent(name: "answer", notification: notification, response: response).environment

        for (name, value) in [
            "BELFRY_ID": "tea", "BELFRY_EVENT": "answer", "BELFRY_ACTION": "answer", "BELFRY_TEXT": "$(id)",
            "BELFRY_APP": "a", "BELFRY_TITLE": "Tea; rm -rf /", "BELFRY_LATE": "90", "BELFRY_INFO_CUP_SIZE": "2",
            "BELFRY_INFO_OK": "true", "XDG_ACTIVATION_TOKEN": "token",
            "DESKTOP_STARTUP_ID": "token", "PATH": "/x", "OWN": "1",
        ] { #expect(told[name] == value) }
        #expect(told["BELFRY_DUE"]?.hasPrefix("2027-01-1") == true)
        #expect(told["BELFRY_INFO_LIST"] == nil && told["BELFRY_INFO_ZERO"] == nil)
    }

    @Test func `a firing passes the notification, an answer passes the response, each on one line`() throws {
        let request = Request(identifier: "tea", content: Content(title: "Tea", body: "a\nb"))
        let now = Date(timeIntervalSince1970: 0)
        let notification = Notification(app: "a", request: request, date: now, due: now)
        let response = Response(kind: .default, actionIdentifier: "d", date: now, notification: notification)

        let fired = CommandEvent(name: "fired", notification: notification, response: nil)
        let answered = CommandEvent(name: "default", notification: notification, response: response)

        #expect(try JSONDecoder().decode(Notification.self, from: Data(fired.standardInput)) == notification)
        #expect(try JSONDecoder().decode(Response.self, from: Data(answered.standardInput)) == response)
        for input in [fired.standardInput, answered.standardInput] {
            #expect(input.filter { $0 == UInt8(ascii: "\n") }.count == 1 && input.last == UInt8(ascii: "\n"))
        }
        #expect(fired.environment["BELFRY_ACTION"] == "" && fired.environment["BELFRY_TEXT"] == "")
    }
}
