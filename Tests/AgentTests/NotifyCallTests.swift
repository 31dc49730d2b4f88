// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials
import NotificationModel
import Testing

@testable import Agent

/// What is sent to a notification server, argument by argument.
@Suite struct NotifyCallTests {
    private func call(
        _ change: (inout Request) -> Void = { _ in }, category: NotificationModel.Category? = nil,
        capabilities: [String] = [],
        replaces: UInt32 = 0, picture: Picture? = nil
    ) -> [Value] {
        var request = Request(identifier: "tea", content: Content(title: "Tea", body: "now"))
        change(&request)
        let date = Date(timeIntervalSince1970: 0)
        return NotifyCall(
            applicationName: "The App", desktopEntry: "org.example.App", icon: "app", replaces: replaces,
            buttons: Buttons(request: request, category: category, occurrence: 7, repliesInline: false),
            picture: picture, notification: Notification(app: "a", request: request, date: date, due: date),
            capabilities: ServerCapabilities(capabilities)
        ).arguments
    }

    private func hints(_ change: (inout Request) -> Void, capabilities: [String] = []) -> [String: Value]? {
        call(change, capabilities: capabilities)[6].properties
    }

    @Test func `eight arguments in the specification's order and types`() {
        let arguments = call(replaces: 42)
        #expect(arguments.map(\.type.description) == ["s", "u", "s", "s", "s", "as", "a{sv}", "i"])
        #expect(arguments[0] == .string("The App"))
        #expect(arguments[1] == .uint32(42))
        #expect(arguments[2] == .string("app"))
        #expect(arguments[3] == .string("Tea"))
        #expect(arguments[4] == .string("now"))
        #expect(arguments[5] == .strings(["default", "Open"]))
        #expect(arguments[6].properties == ["desktop-entry": .string("org.example.App"), "urgency": .byte(1)])
        #expect(arguments[7] == .int32(-1))
    }

    @Test(
        arguments: [
            ("a < b & c > d", ["body-markup"], "a &lt; b &amp; c &gt; d"), ("a < b & c > d", [], "a < b & c > d"),
            ("&amp; \"'", ["body-markup"], "&amp;amp; \"'"), ("tab\tline\nend", ["body-markup"], "tab\tline\nend"),
            ("bell\u{7}nul\u{0}esc\u{1b}[1m", [], "bellnulesc[1m"), ("👩‍👩‍👧 é e\u{301}", [], "👩‍👩‍👧 é e\u{301}"),
        ] as [(String, [String], String)])
    func `the body is plain text to every server`(body: String, capabilities: [String], sent: String) {
        #expect(call({ $0.content.body = body }, capabilities: capabilities)[4] == .string(sent))
    }

    @Test func `the subtitle is the body's first line`() {
        #expect(call { $0.content.subtitle = "Earl Grey" }[4] == .string("Earl Grey\nnow"))
        #expect(
            call {
                $0.content.subtitle = "Earl Grey"
                $0.content.body = ""
            }[4] == .string("Earl Grey"))
    }

    @Test func `the title is one line and never empty`() {
        #expect(call { $0.content.title = "<b>a</b>\nb\tc" }[3] == .string("<b>a</b> b c"))
        #expect(call { $0.content.title = "" }[3] == .string("The App"))
    }

    @Test(
        arguments: [
            (InterruptionLevel.passive, 0, -1), (.active, 1, -1), (.timeSensitive, 1, 0), (.critical, 2, 0),
        ] as [(InterruptionLevel, UInt8, Int32)])
    func `the level decides urgency and time`(level: InterruptionLevel, urgency: UInt8, timeout: Int32) {
        let arguments = call { $0.content.interruptionLevel = level }
        #expect(arguments[6].properties?["urgency"] == .byte(urgency))
        #expect(arguments[7] == .int32(timeout))
    }

    @Test(arguments: [(0, 0), (5, 5000), (1.5, 1500), (0.0001, 1), (2_147_483, 2_147_483_000)] as [(Double, Int32)])
    func `the time that was asked for is milliseconds`(seconds: Double, timeout: Int32) {
        #expect(call { $0.presentation.expireAfter = seconds }[7] == .int32(timeout))
    }

    @Test func `a hint that is false is left out`() {
        #expect(hints { $0.presentation.isTransient = false }?["transient"] == nil)
        #expect(hints { $0.presentation.isTransient = true }?["transient"] == .boolean(true))
        #expect(hints { $0.presentation.type = "email.arrived" }?["category"] == .string("email.arrived"))
    }

    @Test func `a sound goes to servers that play it`() {
        func change(_ request: inout Request) { request.content.sound = Sound(name: "bell") }
        #expect(hints(change)?["sound-name"] == nil)
        #expect(hints(change, capabilities: ["sound"])?["sound-name"] == .string("bell"))
        #expect(
            hints({ $0.content.sound = .standard }, capabilities: ["sound"])?["sound-name"]
                == .string("message-new-instant"))
    }

    @Test func `a caller's hint can't take the place of ours`() {
        let sent = hints {
            $0.presentation.hints = ["urgency": .integer(2), "desktop-entry": .string("evil"), "value": .integer(1)]
        }
        #expect(sent == ["urgency": .byte(1), "desktop-entry": .string("org.example.App"), "value": .int32(1)])
    }
}

/// The buttons of a request, its category and its snooze choices.
@Suite struct ButtonsTests {
    private func buttons(
        _ actions: [Action], category: [Action] = [], options: CategoryOptions = [], snooze: [String] = [],
        repliesInline: Bool = false
    ) -> Buttons {
        Buttons(
            request: Request(
                identifier: "r", content: Content(title: "t"),
                responsePlan: ResponsePlan(actions: actions, snooze: snooze)),
            category: Category(identifier: "c", actions: category, options: options), occurrence: 3,
            repliesInline: repliesInline)
    }

    @Test func `own ones first, then the category's, destructive ones last, then snoozing`() {
        let buttons = buttons(
            [Action(identifier: "a", title: "A", options: .destructive), Action(identifier: "b", title: "B")],
            category: [Action(identifier: "c", title: "C")], snooze: ["5m"])
        #expect(
            buttons.actions == [
                "default", "Open", "b:3:0", "B", "b:3:1", "C", "b:3:2", "A", "s:3:0", "Snooze 5m",
            ])
        #expect(buttons.choice(key: "b:3:2", text: nil) == .action(identifier: "a"))
    }

    @Test func `labels are one line`() {
        #expect(buttons([Action(identifier: "a", title: "A\nB\u{7}")]).actions.last == "A B")
    }

    @Test func `one text field at most, where the server has any`() {
        let actions = [
            Action(identifier: "x", title: "X", textInput: .init()),
            Action(identifier: "y", title: "Y", textInput: .init()),
        ]
        #expect(
            buttons(actions, repliesInline: true).actions == ["default", "Open", "inline-reply", "X", "b:3:1", "Y"])
        #expect(buttons(actions).actions == ["default", "Open", "b:3:0", "X", "b:3:1", "Y"])
    }

    @Test func `an older showing's keys keep their meaning, and don't hide the newer ones`() {
        let older = Buttons(
            request: Request(
                identifier: "r", content: Content(title: "t"),
                responsePlan: ResponsePlan(actions: [Action(identifier: "old", title: "Old")])),
            category: nil, occurrence: 2, repliesInline: false)
        let both = buttons([Action(identifier: "new", title: "New")]).remembering(older)
        #expect(both.choice(key: "b:2:0", text: nil) == .action(identifier: "old"))
        #expect(both.choice(key: "b:3:0", text: nil) == .action(identifier: "new"))
        #expect(both.actions == ["default", "Open", "b:3:0", "New"])
    }

    @Test func `dismissal is reported where the category asks`() {
        #expect(!buttons([]).reportsDismissal)
        #expect(buttons([], options: .customDismissAction).reportsDismissal)
    }
}

/// Hints, capabilities and signals that wait.
@Suite struct ServerPartsTests {
    @Test(
        arguments: [
            ("value", .integer(50), .int32(50)), ("value", .integer(101), nil), ("value", .integer(-1), nil),
            ("value", .string("50"), nil), ("value", .real(50), nil),
            ("suppress-sound", .boolean(true), .boolean(true)), ("suppress-sound", .integer(1), .boolean(true)),
            ("suppress-sound", .boolean(false), nil), ("resident", .boolean(true), .boolean(true)),
            ("image-path", .string("teapot"), .string("teapot")), ("image-path", .string("/etc/passwd"), nil),
            ("image-path", .string("file:///etc/passwd"), nil), ("sound-name", .string("bell"), .string("bell")),
            ("sound-name", .string(""), nil), ("sound-file", .string("/x"), nil), ("action-icons", .boolean(true), nil),
            ("x-kde-origin-name", .string("a\u{7}b"), .string("ab")), ("SWAYNC_BYPASS_DND", .boolean(true), nil),
            ("x-deepin-action-1", .string("sh,-c,id"), nil), ("urgency", .integer(2), nil),
        ] as [(String, PropertyListValue, Value?)])
    func `a hint is passed on with its exact type, or reported`(name: String, hint: PropertyListValue, sent: Value?) {
        #expect(HintList.known(in: [name: hint])[name] == sent)
        #expect(HintList.degraded(in: [name: hint]) == (sent == nil ? ["hint:\(name)"] : []))
    }

    @Test(
        arguments: [
            (["actions", "body", "inline-reply", "sound", "icon-static"], []),
            (["body", "inline-reply", "sound", "icon-multi"], ["actions"]),
            (["actions", "body", "sound"], ["reply", "image"]),
            ([], ["actions", "body", "reply", "sound", "image"]),
        ] as [([String], [String])])
    func `what a server can't do is named`(capabilities: [String], missing: [String]) {
        var content = Content(title: "t", body: "b")
        content.sound = .standard
        content.attachments = [Attachment(url: "/x")]
        let request = Request(identifier: "r", content: content)
        let category = Category(
            identifier: "c", actions: [Action(identifier: "a", title: "A", textInput: .init())])
        #expect(ServerCapabilities(capabilities).degraded(request, category: category) == missing)
    }

    @Test func `a plain request is degraded by no server that shows bodies`() {
        let request = Request(identifier: "r", content: Content(title: "t"))
        #expect(ServerCapabilities([]).degraded(request, category: nil) == [])
        var snoozing = request
        snoozing.responsePlan.snooze = ["5m"]
        #expect(ServerCapabilities([]).degraded(snoozing, category: nil) == ["actions"])
    }

    @Test func `parked signals are few, short-lived and in order`() {
        let noon = Date(timeIntervalSince1970: 0)
        var parked = ParkedSignals()
        parked.park(.closed(reason: 9), for: 1, at: noon - 11)
        parked.park(.closed(reason: 1), for: 1, at: noon)
        parked.park(.closed(reason: 2), for: 2, at: noon)
        parked.park(.closed(reason: 3), for: 1, at: noon)
        #expect(parked.take(1) == [.closed(reason: 1), .closed(reason: 3)])
        #expect(parked.take(1) == [])
        #expect(parked.take(2) == [.closed(reason: 2)])

        for reason in 0..<150 as Range<UInt32> { parked.park(.closed(reason: reason), for: 3, at: noon) }
        #expect(parked.take(3).count == 100)
        parked.park(.closed(reason: 1), for: 4, at: noon)
        parked.removeAll()
        #expect(parked.take(4) == [])
    }
}
