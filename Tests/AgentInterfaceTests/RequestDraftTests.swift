// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import AgentInterface
import DBus
import FoundationEssentials
import NotificationModel
import Testing
import Triggers

/// A caller's dictionary is decoded into a draft; every key is checked.
@Suite struct RequestDraftTests {
    private func draft(_ dictionary: [String: Value]) throws -> RequestDraft {
        try DictionaryCoding.decode(RequestDraft.self, from: .properties(dictionary))
    }

    private func refusal(_ dictionary: [String: Value]) -> Refusal? {
        do {
            _ = try draft(dictionary)
            return nil
        } catch {
            return error as? Refusal
        }
    }

    @Test func `every key is decoded into its property`() throws {
        let action: [String: Value] = [
            "identifier": .string("a"), "title": .string("A"), "options": .strings(["foreground", "destructive"]),
            "icon": .properties(["systemImageName": .string("star")]), "textInputButtonTitle": .string("Send"),
            "textInputPlaceholder": .string("Words"),
        ]
        let attachment: [String: Value] = [
            "url": .string("/x.png"), "identifier": .string("p"), "typeHint": .string("image/png"),
            "thumbnailHidden": .boolean(true), "thumbnailClippingRect": .array([.double(0), .double(1)], of: .double),
            "thumbnailTime": .double(2),
        ]
        let draft = try draft([
            "identifier": .string("id"), "title": .string("t"), "subtitle": .string("s"), "body": .string("b"),
            "badge": .int32(3),
            "sound": .properties(["name": .string("bell"), "critical": .boolean(true), "volume": .double(1)]),
            "userInfo": .properties(["k": .bytes([1, 2])]), "attachments": .dictionaries([attachment]),
            "categoryIdentifier": .string("c"), "threadIdentifier": .string("th"),
            "targetContentIdentifier": .string("tc"), "filterCriteria": .string("f"), "launchImageName": .string("l"),
            "defaultActionTitle": .string("Brew"),
            "summaryArgument": .string("sa"), "summaryArgumentCount": .int32(2),
            "interruptionLevel": .string("critical"),
            "relevanceScore": .double(0.25), "trigger": .properties(["in": .string("5m"), "timeZone": .string("UTC")]),
            "before": .strings(["1d", "15m"]), "actions": .dictionaries([action]), "snooze": .strings(["5m"]),
            "customDismissAction": .boolean(true),
            "on": .properties(["a": .string("cmd"), "default": .strings(["x", "y"])]),
            "environment": .dictionary([.string("A"): .string("B")], key: .string, value: .string),
            "applicationName": .string("n"), "icon": .string("i"), "type": .string("email.arrived"),
            "transient": .boolean(true), "expireAfter": .int32(5), "hints": .properties(["value": .int32(1)]),
        ])

        let request = draft.request
        var content = Content(title: "t", subtitle: "s", body: "b")
        content.badge = 3
        content.sound = Sound(name: "bell", isCritical: true, volume: 1)
        content.userInfo = ["k": .data(Data([1, 2]))]
        content.attachments = [
            Attachment(
                identifier: "p", url: "/x.png", typeHint: "image/png", isThumbnailHidden: true,
                thumbnailClippingRect: [0, 1], thumbnailTime: 2)
        ]
        content.categoryIdentifier = "c"
        content.threadIdentifier = "th"
        content.targetContentIdentifier = "tc"
        content.filterCriteria = "f"
        content.launchImageName = "l"
        content.defaultActionTitle = "Brew"
        content.summaryArgument = "sa"
        content.summaryArgumentCount = 2
        content.interruptionLevel = .critical
        content.relevanceScore = 0.25
        #expect(request.identifier == "id")
        #expect(request.content == content)
        var display = DisplayHints()
        (display.applicationName, display.icon, display.type) = ("n", "i", "email.arrived")
        display.isTransient = true
        display.expireAfter = 5
        display.hints = ["value": .integer(1)]
        #expect(request.display == display)
        #expect(
            request.responsePlan
                == ResponsePlan(
                    actions: [
                        Action(
                            identifier: "a", title: "A", options: [.foreground, .destructive], icon: .system("star"),
                            textInput: .init(buttonTitle: "Send", placeholder: "Words"))
                    ], snooze: ["5m"], commands: ["a": .shell("cmd"), "default": .arguments(["x", "y"])],
                    environment: ["A": "B"], reportsDismissal: true))
        #expect(draft.trigger == .words(.in, "5m", timeZone: "UTC"))
        #expect(draft.before == ["1d", "15m"])
        #expect(draft.sentence == nil)
    }

    @Test(
        arguments: [
            (["in": .string("5m")], .words(.in, "5m", timeZone: nil)),
            (["at": .string("9:00")], .words(.at, "9:00", timeZone: nil)),
            (["every": .string("day")], .words(.every, "day", timeZone: nil)),
            (
                ["expression": .string("noon"), "timeZone": .string("UTC")],
                .words(.expression, "noon", timeZone: "UTC")
            ),
            (["keep": .boolean(true)], .keep),
            (
                ["timeInterval": .double(90), "repeats": .boolean(true)],
                .exact(.timeInterval(.seconds(90), repeats: true))
            ),
            // A floating-point number with an integral value is accepted as an integer.
            (["timeInterval": .int32(90)], .exact(.timeInterval(.seconds(90), repeats: false))),
        ] as [([String: Value], TriggerDraft)])
    func `a trigger is decoded`(dictionary: [String: Value], trigger: TriggerDraft) throws {
        #expect(try draft(["title": .string("t"), "trigger": .properties(dictionary)]).trigger == trigger)
    }

    @Test func `time words in a sentence are left to the agent`() throws {
        #expect(try draft(["sentence": .string("tomorrow 9am call Ann")]).sentence == "tomorrow 9am call Ann")
    }

    @Test(
        arguments: [
            (["titel": .string("x")], "titel"),
            (["warnsOf": .string("x")], "warnsOf"),
            (["trigger": .properties(["after": .string("5m")])], "trigger.after"),
            (["trigger": .properties(["keep": .boolean(true), "in": .string("5m")])], "trigger"),
            (["trigger": .properties(["in": .string("5m"), "repeats": .boolean(true)])], "trigger.repeats"),
            (
                ["actions": .dictionaries([["identifier": .string("a"), "title": .string("a"), "x": .byte(1)]])],
                "actions[0].x"
            ),
            (["attachments": .dictionaries([["url": .string("/a"), "x": .byte(1)]])], "attachments[0].x"),
            (["sound": .properties(["x": .byte(1)])], "sound.x"),
        ] as [([String: Value], String)])
    func `an unknown key is refused, and the message names its path`(dictionary: [String: Value], path: String) {
        let refused = refusal(dictionary)
        #expect(refused?.code == .invalidRequest)
        #expect(refused?.message.hasPrefix("\(path): ") == true, "\(String(describing: refused))")
    }

    @Test(
        arguments: [
            ("identifier", .int32(1), "identifier must be a string"),
            ("title", .strings(["x"]), "title must be a string"),
            ("badge", .string("x"), "badge must be a whole number"),
            ("relevanceScore", .string("x"), "relevanceScore must be a number"),
            ("customDismissAction", .int32(1), "customDismissAction must be true or false"),
            ("before", .string("x"), "before must be a list"),
            ("before", .array([.int32(1)], of: .int32), "before[0] must be a string"),
            ("userInfo", .strings(["x"]), "userInfo must be a"),
            ("environment", .properties(["A": .int32(1)]), "environment.A must be a string"),
            ("on", .properties(["a": .int32(1)]), "on.a must be a"),
            ("interruptionLevel", .string("loud"), "interruptionLevel: "),
            ("trigger", .properties(["keep": .boolean(false)]), "trigger.keep: must be true"),
            ("trigger", .properties(["in": .int32(5)]), "trigger.in must be a string"),
        ] as [(String, Value, String)])
    func `a wrong type is refused, and the message names the key`(key: String, value: Value, message: String) {
        let refused = refusal(["title": .string("t")].merging([key: value]) { _, new in new })
        #expect(refused?.code == .invalidRequest)
        #expect(refused?.message.hasPrefix(message) == true, "\(String(describing: refused))")
    }
}
