// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationModel
import Testing
import Triggers

/// The model is coded as the bus's a{sv} and as JSON, with the same contents.
@Suite struct ModelCodingTests {
    private static let date = Date(timeIntervalSince1970: 1_800_000_000.25)

    private static let request: Request = {
        var content = Content(title: "Tea", subtitle: "Earl Grey", body: "Line one\nline two ❤")
        content.badge = 2
        content.sound = .standard
        content.userInfo = [
            "data": .data(Data([0, 1, 254, 255])), "date": .date(date), "flag": .boolean(true),
            "number": .integer(.max), "real": .real(0.1), "list": .array([.string("a"), .integer(1), .boolean(false)]),
            "deep": .dictionary(["data": .data(Data([7])), "none": .array([])]),
        ]
        content.attachments = [Attachment(identifier: "p", url: "/x.png", thumbnailClippingRect: [0, 0, 0.5, 1])]
        content.interruptionLevel = .timeSensitive
        var components = CalendarComponents()
        components.hour = 9
        components.timeZone = Zone(identifier: "Asia/Tokyo")
        var display = DisplayHints()
        display.icon = "teapot"
        display.isTransient = true
        display.hints = ["value": .integer(5)]
        return Request(
            identifier: "tea", content: content, trigger: .calendar(components, repeats: true),
            display: display,
            responsePlan: ResponsePlan(
                actions: [
                    Action(identifier: "a", title: "A", textInput: .init(buttonTitle: "", placeholder: "Words")),
                    Action(identifier: "b", title: "B", options: .destructive, icon: .template("own")),
                ], snooze: ["5m"], commands: ["a": .shell("x"), "any": .arguments(["x", ""])], environment: ["A": "B"],
                reportsDismissal: true))
    }()

    private static let notification = NotificationModel.Notification(
        app: "org.example.App", request: request, date: date + 5, due: date)

    private func expectBothWays<T: Codable & Equatable>(_ value: T) throws {
        let bus = try DictionaryCoding.properties(of: value)
        #expect(try DictionaryCoding.decode(T.self, from: .properties(bus)) == value)
        let json = try JSONEncoder().encode(value)
        #expect(try JSONDecoder().decode(T.self, from: json) == value)
    }

    @Test func `a request survives encoding and decoding`() throws { try expectBothWays(Self.request) }

    @Test func `a notification survives encoding and decoding`() throws { try expectBothWays(Self.notification) }

    @Test(arguments: Response.Kind.allCases)
    func `a response survives encoding and decoding`(kind: Response.Kind) throws {
        try expectBothWays(
            Response(
                kind: kind, actionIdentifier: kind == .expired ? "" : "a", userText: kind == .text ? "words" : nil,
                date: Self.date, activationToken: kind == .default ? "token" : nil, notification: Self.notification))
    }

    @Test func `an empty list in user info stays a list`() throws {
        var request = Request(identifier: "tea", content: Content(title: "Tea"))
        request.content.userInfo = ["list": .array([]), "deep": .dictionary(["list": .array([])])]
        try expectBothWays(request)
        let bus: [String: Value] = ["title": .string("Tea"), "userInfo": .properties(["list": .strings([])])]
        let decoded = try DictionaryCoding.decode(Request.self, from: .properties(bus))
        #expect(decoded.content.userInfo == ["list": .array([])])
    }

    @Test func `empty bytes in user info stay bytes`() throws {
        var request = Request(identifier: "tea", content: Content(title: "Tea"))
        request.content.userInfo = ["bytes": .data(Data()), "deep": .array([.data(Data()), .array([])])]
        try expectBothWays(request)
    }

    @Test func `a category comes back as it was`() throws {
        try expectBothWays(
            Category(
                identifier: "todo", actions: Self.request.responsePlan.actions, intentIdentifiers: ["x"],
                options: [.customDismissAction], hiddenPreviewsBodyPlaceholder: "A todo", summaryFormat: "%u more"))
    }

    @Test func `bytes are bytes on the bus, and base64 in JSON`() throws {
        let bus = try DictionaryCoding.properties(of: Self.request)
        #expect(bus["userInfo"]?.properties?["data"] == .bytes([0, 1, 254, 255]))
        let json = String(decoding: try JSONEncoder().encode(Self.request), as: UTF8.self)
        #expect(json.contains(#""data":{"$data":"AAH+\/w=="}"#))
    }

    @Test func `encoded values have the manual's types`() throws {
        let bus = try DictionaryCoding.properties(of: Self.notification)
        #expect(bus["app"] == .string("org.example.App"))
        #expect(bus["late"] == .int64(5))
        #expect(bus["dateUnix"] == .double(Self.date.timeIntervalSince1970 + 5))
        #expect(bus["due"]?.string?.hasPrefix("2027-01-1") == true)
        #expect(bus["transient"] == .boolean(true))
        #expect(bus["actions"]?.array?.first?.properties?["identifier"] == .string("a"))
        #expect(bus["on"]?.properties?["a"] == .string("x"))
        #expect(bus["on"]?.properties?["any"] == .strings(["x", ""]))
        #expect(bus["trigger"]?.properties?["dateComponents"]?.properties?["timeZone"] == .string("Asia/Tokyo"))
        // Keys with their default value are left out.
        #expect(bus["threadIdentifier"] == nil && bus["relevanceScore"] == nil && bus["expireAfter"] == nil)
    }

    /// An outcome with a value of every optional property.
    private static var fullOutcome: Outcome {
        var outcome = Outcome(identifier: "b", instance: "i", error: "e", message: "m")
        (outcome.nextTriggerDate, outcome.nextTriggerDateUnix) = ("2026-11-24T09:00:00+01:00", 0.25)
        (outcome.text, outcome.notes, outcome.degraded) = ("Tue", ["one", "two"], ["reply"])
        (outcome.replaced, outcome.number) = (true, 7)
        return outcome
    }

    private static var outcomeWithEmptyLists: Outcome {
        var outcome = Outcome(identifier: "c")
        (outcome.notes, outcome.degraded) = ([], [])
        return outcome
    }

    @Test(arguments: [Outcome(identifier: "a"), fullOutcome, outcomeWithEmptyLists])
    func `an outcome's hand-written dictionary equals the coder's`(outcome: Outcome) throws {
        #expect(outcome.properties == (try DictionaryCoding.properties(of: outcome)))
        #expect(try DictionaryCoding.decode(Outcome.self, from: .properties(outcome.properties)) == outcome)
    }

    @Test func `late counts whole seconds and is never negative`() {
        func late(_ seconds: Double) -> Int {
            NotificationModel.Notification(
                app: "a", request: Self.request, date: Self.date + seconds, due: Self.date
            ).late
        }
        #expect([0, 0.9, 1.5, -3].map(late).elementsEqual([0, 0, 1, 0] as [Int]))
    }
}
