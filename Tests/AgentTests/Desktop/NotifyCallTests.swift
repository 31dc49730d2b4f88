// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentDesktop
@testable import AgentMedia
import DBus
@testable import DesktopPresentation
import FoundationEssentials
import NotificationModel
import Testing

/// The arguments of `Notify` that the agent sends to a server.
@Suite struct NotifyCallTests {
    private func call(
        _ change: (inout Request) -> Void = { _ in }, category: NotificationModel.Category? = nil,
        capabilities: [String] = [],
        replaces: UInt32 = 0, picture: Picture? = nil, profile: ServerProfile = ServerProfile(name: ""),
        breaksThrough: Bool = false, hearsDefault: Bool = true
    ) -> [Value] {
        var request = Request(identifier: "tea", content: Content(title: "Tea", body: "now"))
        change(&request)
        let date = Date(timeIntervalSince1970: 0)
        return NotifyCall(
            applicationName: "The App", desktopEntry: "org.example.App", icon: "app", replaces: replaces,
            buttons: Buttons(request: request, category: category, occurrence: 7, repliesInline: false),
            picture: picture, notification: Notification(app: "a", request: request, date: date, due: date),
            capabilities: ServerCapabilities(capabilities, of: profile), breaksThrough: breaksThrough,
            hearsDefault: hearsDefault
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

    @Test func `49: a title is escaped if the server reads it as markup, and only then`() {
        let parsing = ServerProfile(of: ["lxqt-notificationd", "lxqt.org", "0.16.0"])
        #expect(call({ $0.content.title = "a < b" }, profile: parsing)[3] == .string("a &lt; b"))
        let plain = ServerProfile(of: ["lxqt-notificationd", "lxqt.org", "0.17.1"])
        #expect(call({ $0.content.title = "a < b" }, profile: plain)[3] == .string("a < b"))
    }

    @Test(
        arguments: [
            ("a < b & c > d", "a < b & c > d"), ("<b>x</b>", "<\u{200B}b>x<\u{200B}/b>"), ("&lt;", "&lt;"),
            ("1<2", "1<2"),
        ])
    func `49: a body is not escaped for a server that shows escapes as text`(body: String, sent: String) {
        let budgie = ServerProfile(of: ["Budgie Notification Server", "Budgie Desktop Developers", "10.7"])
        #expect(call({ $0.content.body = body }, capabilities: ["body-markup"], profile: budgie)[4] == .string(sent))
    }

    // Observed: most servers draw one & as nothing, and Plasma draws two & before a blank as two.
    @Test(arguments: [
        ("lxqt-notificationd", "R&D", "R&&D"), ("lxqt-notificationd", "A & B", "A && B"), ("Plasma", "R&D", "R&&D"),
        ("Plasma", "A & B", "A & B"), ("Plasma", "A && B&", "A && B&"), ("dunst", "R&D", "R&D"),
    ])
    func `39: the & of a label is sent so that the server draws one`(server: String, label: String, sent: String) {
        let profile = ServerProfile(of: [server, "", "99"])
        let actions = call(
            { $0.responsePlan.actions = [Action(identifier: "a", title: label)] }, profile: profile)[5].strings
        #expect(actions?[1] == sent)
    }

    @Test(arguments: [(1, true), (3, false), (4, true)])
    func `a default action alone does not make the server draw a list of buttons`(count: Int, hasDefault: Bool) {
        let profile = ServerProfile(of: ["lxqt-notificationd", "lxqt.org", "1.2.0"])
        let plan = (0..<count).map { Action(identifier: "a\($0)", title: "A") }
        let actions = call({ $0.responsePlan.actions = plan }, profile: profile)[5].strings
        #expect(actions?.contains("default") == hasDefault)
    }

    @Test func `a server that turns actions into dialogs gets no actions`() {
        let server = ServerProfile(of: ["notify-osd", "Canonical Ltd", "1.0"])
        let sent = call(
            { $0.responsePlan.actions = [Action(identifier: "yes", title: "Yes")] }, profile: server)
        #expect(sent[5] == .strings([]))
    }

    @Test(
        arguments: [
            (["Budgie Notification Server", "Budgie Desktop Developers", "10.7.1"], "R&D", "R+D"),
            (["Budgie Notification Server", "Budgie Desktop Developers", "10.7.1"], "a < b > c", "a \u{2039} b > c"),
            (["1.0", "ukui-Notifications", "ukui3.0", "1.0"], "R&D <i>x", "R&amp;D &lt;i&gt;x"),
            (["1.0", "ukui-Notifications", "ukui3.0", "1.0"], "R&D", "R&D"),
            (["dunst", "knopwob", "1.9"], "R&D <i>x", "R&D <i>x"),
        ] as [([String], String, String)])
    func `S8: a title is sent so that it reads as it was written, or nearly so`(
        server: [String], title: String, sent: String
    ) {
        #expect(call({ $0.content.title = title }, profile: ServerProfile(of: server))[3] == .string(sent))
    }

    // Observed: Qt's labels interpret a text that looks like markup, and no other text.
    @Test(arguments: [("a & b", "a & b"), ("a < b", "a &lt; b"), ("a & b\n<i>", "a & b\n\u{2039}i>")])
    func `S3: a body is escaped for UKUI if UKUI would read it as markup`(body: String, sent: String) {
        let ukui = ServerProfile(of: ["1.0", "ukui-Notifications", "ukui3.0", "1.0"])
        #expect(call({ $0.content.body = body }, capabilities: ["body-markup"], profile: ukui)[4] == .string(sent))
    }

    @Test(arguments: [("naughty", "image_data", ""), ("dunst", "image-data", "app")])
    func `S5: a picture is sent in the hint that the server draws, and no icon hides it`(
        name: String, hint: String, icon: String
    ) {
        let profile = ServerProfile(of: [name, "", "v4.3"])
        let picture = Picture(width: 1, height: 1, pixels: [0, 0, 0, 255])
        let sent = call(picture: picture, profile: profile)
        #expect(sent[6].properties?[hint] == picture.value)
        #expect(sent[2] == .string(icon))
        // Without a picture the icon is sent.
        #expect(call(profile: profile)[2] == .string("app"))
    }

    @Test(arguments: [InterruptionLevel.critical, .timeSensitive])
    func `S6: a notification for notify-osd always has a timeout`(level: InterruptionLevel) {
        let profile = ServerProfile(of: ["notify-osd", "Canonical Ltd", "1.0"])
        #expect(call({ $0.content.interruptionLevel = level }, profile: profile)[7] == .int32(-1))
        #expect(call({ $0.display.expireAfter = 0 }, profile: profile)[7] == .int32(-1))
        #expect(call({ $0.display.expireAfter = 3 }, profile: profile)[7] == .int32(3000))
    }

    @Test func `S9: a default action is sent only if it has an effect, beside buttons, or if the server needs it`() {
        let yes: (inout Request) -> Void = { $0.responsePlan.actions = [Action(identifier: "yes", title: "Yes")] }
        #expect(call(hearsDefault: false)[5] == .strings([]))
        #expect(call(yes, hearsDefault: false)[5].strings?.contains("default") == true)
        let gnome = ServerProfile(of: ["gnome-shell", "GNOME", "43.9"])
        #expect(call(profile: gnome, hearsDefault: false)[5] == .strings(["default", "Open"]))
    }

    @Test func `a title of the default action is its label, and an empty one leaves the action out`() {
        func title(_ text: String) -> (inout Request) -> Void { { $0.content.defaultActionTitle = text } }
        #expect(call(title("Brew"))[5] == .strings(["default", "Brew"]))
        #expect(call(title("Brew"), hearsDefault: false)[5] == .strings(["default", "Brew"]))
        #expect(call(title(""))[5] == .strings([]))
        let gnome = ServerProfile(of: ["gnome-shell", "GNOME", "43.9"])
        #expect(call(title(""), profile: gnome)[5] == .strings(["default", "✕"]))
        let beside: (inout Request) -> Void = {
            $0.content.defaultActionTitle = ""
            $0.responsePlan.actions = [Action(identifier: "yes", title: "Yes")]
        }
        #expect(call(beside)[5] == .strings(["b:7:0", "Yes", "default", "✕"]))
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

    @Test(
        arguments: [(InterruptionLevel.timeSensitive, 2), (.active, 1), (.passive, 0)] as [(InterruptionLevel, UInt8)])
    func `time-sensitive ones are urgent if config lets them break through`(
        level: InterruptionLevel, urgency: UInt8
    ) {
        let arguments = call({ $0.content.interruptionLevel = level }, breaksThrough: true)
        #expect(arguments[6].properties?["urgency"] == .byte(urgency))
    }

    @Test(arguments: [(0, 0), (5, 5000), (1.5, 1500), (0.0001, 1), (2_147_483, 2_147_483_000)] as [(Double, Int32)])
    func `a requested time is sent in milliseconds`(seconds: Double, timeout: Int32) {
        #expect(call { $0.display.expireAfter = seconds }[7] == .int32(timeout))
    }

    @Test func `a hint that is false is left out`() {
        #expect(hints { $0.display.isTransient = false }?["transient"] == nil)
        #expect(hints { $0.display.isTransient = true }?["transient"] == .boolean(true))
        #expect(hints { $0.display.type = "email.arrived" }?["category"] == .string("email.arrived"))
    }

    @Test(
        arguments: [
            (.unsaid, ["sound-name": .string("mine")]),
            (.missing(reason: "no sound player is installed"), ["sound-name": .string("mine")]),
            (.silence, ["suppress-sound": .boolean(true)]),
            (.ours(file: "/x.ogg", volume: 1, isCritical: true), ["suppress-sound": .boolean(true)]),
            (.server(name: "bell"), ["sound-name": .string("bell")]),
            (.serverFile("/x.ogg"), ["sound-file": .string("/x.ogg")]),
        ] as [(SoundPlan, [String: Value])])
    func `sound hints depend on the program that plays the sound`(plan: SoundPlan, expected: [String: Value]) {
        var hints: [String: Value] = ["sound-name": .string("mine")]
        plan.apply(to: &hints)
        #expect(hints == expected)
    }

    @Test func `the progress is sent in the hint value`() {
        #expect(hints { $0.display.progress = 40 }?["value"] == .int32(40))
        #expect(
            hints {
                $0.display.progress = 40
                $0.display.hints = ["value": .integer(7)]
            }?["value"] == .int32(40))
    }

    @Test func `a caller's hint can't replace one of Belfry's`() {
        let sent = hints {
            $0.display.hints = ["urgency": .integer(2), "desktop-entry": .string("evil"), "value": .integer(1)]
        }
        #expect(sent == ["urgency": .byte(1), "desktop-entry": .string("org.example.App"), "value": .int32(1)])
    }
}
