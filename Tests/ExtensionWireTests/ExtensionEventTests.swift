// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ExtensionWire
import Foundation
import NotificationModel
import Testing
import Triggers

@Suite struct ExtensionEventTests {
    private static let date = Date(timeIntervalSince1970: 1_795_253_210)

    private var content: Content {
        var content = Content(title: "Ann", subtitle: "Lunch", body: "At one?")
        content.badge = 3
        content.sound = Sound(name: "ping")
        content.threadIdentifier = "t"
        content.categoryIdentifier = "MSG"
        content.relevanceScore = 0.5
        content.userInfo = ["aps": .dictionary(["mutable-content": .integer(1)]), "key": .data(Data([1, 2]))]
        return content
    }

    private func delivery(_ content: Content) -> ExtensionDelivery {
        ExtensionDelivery(
            deadline: .seconds(30), app: "org.example.Chat", locale: "de_DE.UTF-8",
            request: ExtensionRequest(identifier: "msg-42", trigger: .push, date: Self.date), content: content,
            attachmentsFolder: "/run/ext/att")
    }

    @Test func `a delivery is one line with the documented keys`() throws {
        let line = String(decoding: try ExtensionEvent.didReceive(delivery(content)).line(), as: UTF8.self)

        #expect(
            line == #"{"app":"org.example.Chat","attachmentsDir":"/run/ext/att","content":{"attachments":[],"badge":3,"#
                + #""body":"At one?","categoryIdentifier":"MSG","interruptionLevel":"active","relevanceScore":0.5,"#
                + #""sound":{"name":"ping"},"subtitle":"Lunch","threadIdentifier":"t","title":"Ann","#
                + #""userInfo":{"aps":{"mutable-content":1},"key":{"$data":"AQI="}}},"deadlineMs":30000,"#
                + #""event":"didReceive","locale":"de_DE.UTF-8","request":{"date":"2026-11-21T09:26:50Z","#
                + #""dateUnix":1795253210,"identifier":"msg-42","trigger":"push"},"v":1}"# + "\n")
    }

    @Test func `an empty content has every key that isn't optional`() throws {
        let line = try ExtensionEvent.didReceive(delivery(Content(body: "x"))).line()

        let values = try #require(JSONValue.object(Data(line)))
        guard case .dictionary(let content)? = values["content"] else {
            Issue.record("no content: \(values)")
            return
        }
        #expect(
            content == [
                "title": .string(""), "subtitle": .string(""), "body": .string("x"), "threadIdentifier": .string(""),
                "categoryIdentifier": .string(""), "interruptionLevel": .string("active"),
                "relevanceScore": .integer(0), "userInfo": .dictionary([:]), "attachments": .array([]),
            ])
    }

    @Test func `the warning is one short line`() throws {
        #expect(
            String(decoding: try ExtensionEvent.timeWillExpire.line(), as: UTF8.self)
                == #"{"event":"timeWillExpire","v":1}"# + "\n")
    }

    @Test func `every event is read as it was written`() throws {
        var drawn = delivery(content)
        drawn.picture = ExtensionPicture(width: 360, height: 200, scale: 2, colorScheme: .dark)
        drawn.state = .dictionary(["page": .integer(2), "none": .null])
        drawn.content.sound = Sound(isCritical: true, volume: 0.25)
        drawn.content.interruptionLevel = .critical
        drawn.content.targetContentIdentifier = "room"
        drawn.content.attachments = [
            Attachment(identifier: "photo", url: "/run/ext/att/1.png", typeHint: "image/png"),
            Attachment(identifier: "kept", url: ""),
        ]
        for event in [
            ExtensionEvent.didReceive(delivery(content)), .didReceive(drawn), .timeWillExpire,
            .action(ExtensionAction(identifier: "reply", text: "Yes\n\u{2028}"), drawn),
            .action(ExtensionAction(identifier: "like"), drawn),
        ] {
            let line = try event.line()
            #expect(line.last == 10 && line.count { $0 == 10 } == 1)
            #expect(try ExtensionEvent(line: line) == event)
        }
    }

    @Test func `only attachments in the folder are told with their file`() throws {
        var content = content
        content.attachments = [
            Attachment(identifier: "a", url: "/run/ext/att/1.png"), Attachment(identifier: "b", url: "/home/b.png"),
            Attachment(identifier: "c", url: "/run/ext/att/../c.png"),
        ]

        let line = String(decoding: try ExtensionEvent.didReceive(delivery(content)).line(), as: UTF8.self)

        #expect(line.contains(#""attachments":[{"file":"1.png","id":"a"},{"id":"b"},{"id":"c"}]"#))
    }

    @Test(arguments: [
        (nil, false, nil), (nil, true, ExtensionRequest.Trigger.push),
        (Trigger.timeInterval(.seconds(5), repeats: false), false, .timeInterval),
    ])
    func `a request is described by the kind of its trigger`(
        trigger: Trigger?, isRemote: Bool, kind: ExtensionRequest.Trigger?
    ) {
        var request = Request(identifier: "tea", content: content, trigger: trigger)
        request.isRemote = isRemote
        #expect(
            ExtensionRequest(request, date: Self.date)
                == ExtensionRequest(identifier: "tea", trigger: kind, date: Self.date))
    }

    @Test(arguments: [
        (#"{"event":"timeWillExpire"}"#, "the line has no key v; it must be 1"),
        (#"{"v":2,"event":"timeWillExpire"}"#, "v is 2; it must be 1"), ("[]", "the line is no JSON object"),
        (#"{"v":1}"#, "event must be one of the known events"),
        (#"{"v":1,"event":"other"}"#, #"event must be "didReceive", "action", "timeWillExpire""#),
        (#"{"v":1,"event":"didReceive"}"#, "content must be a content"),
        (#"{"v":1,"event":"action"}"#, "actionIdentifier must be a string"),
    ])
    func `a line that is no event is refused with its reason`(line: String, reason: String) {
        let problem = #expect(throws: ExtensionLineProblem.self) { try ExtensionEvent(line: Array(line.utf8)) }
        #expect(problem?.description == reason)
    }
}
