// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentDesktop
import DBus
@testable import DesktopPresentation
import FoundationEssentials
import NotificationModel
import Testing

/// Hints, capabilities and parked signals.
@Suite struct ServerPartsTests {
    @Test(
        arguments: [
            ("value", .integer(50), .int32(50)), ("value", .integer(101), nil), ("value", .integer(-1), nil),
            ("value", .string("50"), nil), ("value", .real(50), nil),
            ("suppress-sound", .boolean(true), .boolean(true)), ("suppress-sound", .integer(1), .boolean(true)),
            ("suppress-sound", .boolean(false), nil), ("resident", .boolean(true), nil),
            ("image-path", .string("teapot"), .string("teapot")), ("image-path", .string("/etc/passwd"), nil),
            ("image-path", .string("file:///etc/passwd"), nil), ("sound-name", .string("bell"), .string("bell")),
            ("sound-name", .string(""), nil), ("sound-file", .string("/x"), nil), ("action-icons", .boolean(true), nil),
            ("x-kde-origin-name", .string("a\u{7}b"), .string("ab")), ("SWAYNC_BYPASS_DND", .boolean(true), nil),
            ("x-deepin-action-1", .string("sh,-c,id"), nil), ("urgency", .integer(2), nil),
        ] as [(String, PropertyListValue, Value?)])
    func `a hint is passed on with its type, or reported`(name: String, hint: PropertyListValue, sent: Value?) {
        #expect(HintList.known(in: [name: hint])[name] == sent)
        #expect(HintList.degraded(in: [name: hint]) == (sent == nil ? ["hint:\(name)"] : []))
    }

    @Test(
        arguments: [
            (["actions", "body", "inline-reply", "sound", "icon-static"], []),
            (["body", "inline-reply", "sound", "icon-multi"], ["actions"]),
            (["actions", "body", "sound"], ["reply", "image"]),
            ([], ["actions", "body", "reply", "image"]),
        ] as [([String], [String])])
    func `missing capabilities of a server are named`(capabilities: [String], missing: [String]) {
        var content = Content(title: "t", body: "b")
        content.attachments = [Attachment(url: "/x")]
        let request = Request(identifier: "r", content: content)
        let category = Category(
            identifier: "c", actions: [Action(identifier: "a", title: "A", textInput: .init())])
        #expect(ServerCapabilities(capabilities).degraded(request, category: category) == missing)
    }

    @Test(
        arguments: [
            (nil, []), ("image/png", []), ("public.png", []), ("application/pdf", []),
            ("audio/mpeg", ["attachments"]), ("public.mp3", ["attachments"]), ("video/mp4", ["attachments"]),
            ("public.mpeg-4", ["attachments"]),
        ] as [(String?, [String])])
    func `an attached sound or film is not shown, and is not reported as a missing picture`(
        type: String?, missing: [String]
    ) {
        var content = Content(title: "t")
        content.attachments = [Attachment(url: "/x", typeHint: type)]
        let request = Request(identifier: "r", content: content)
        #expect(ServerCapabilities(["icon-static"]).degraded(request, category: nil) == missing)
        #expect(ServerCapabilities([]).degraded(request, category: nil).contains("image") == missing.isEmpty)
    }

    @Test func `a plain request is not degraded by any server that shows bodies`() {
        let request = Request(identifier: "r", content: Content(title: "t"))
        #expect(ServerCapabilities([]).degraded(request, category: nil) == [])
        var snoozing = request
        snoozing.responsePlan.snooze = ["5m"]
        #expect(ServerCapabilities([]).degraded(snoozing, category: nil) == ["actions"])
    }

    @Test(
        arguments: [
            (["cosmic-notifications", "System76", "1.0"], ["sound", "body-markup"]),
            (["SwayNotificationCenter", "ErikReider", "0.9"], ["inline-reply"]),
            (["tiramisu", "Sweets", "2.0"], ["actions"]),
            (["haskell-notification-daemon", "abc", "0.0.1"], ["action-icons"]),
        ] as [([String], [String])])
    func `67: a false claim of a server is not believed`(information: [String], claims: [String]) {
        let capabilities = ServerCapabilities(claims + ["body"], of: ServerProfile(of: information))
        #expect(capabilities.names == ["body"])
        let sure = ServerCapabilities(claims + ["body"], of: ServerProfile(of: ["dunst", "knopwob", "1.9"]))
        #expect(sure.names == Set(claims + ["body"]))
    }

    @Test func `buttons beyond the number that a server draws are reported`() {
        let gnome = ServerCapabilities(["actions"], of: ServerProfile(of: ["gnome-shell", "GNOME", "48.1"]))
        let osd = ServerCapabilities(["actions"], of: ServerProfile(of: ["notify-osd", "Canonical Ltd", "1.0"]))
        for count in 0...5 {
            var request = Request(identifier: "r", content: Content(title: "t"))
            request.responsePlan.actions = (0..<count).map { Action(identifier: "\($0)", title: "A") }
            #expect(gnome.degraded(request, category: nil) == (count > 3 ? ["moreActions"] : []))
            #expect(osd.degraded(request, category: nil) == (count > 0 ? ["actions"] : []))
        }
    }

    @Test func `parked signals are few, short-lived and kept in order`() {
        let noon = Date(timeIntervalSince1970: 0)
        var parked = DesktopPresentation.ParkedSignals()
        parked.park(.closed(reason: 9), for: 1, at: noon - 11)
        parked.park(.closed(reason: 1), for: 1, at: noon)
        parked.park(.closed(reason: 2), for: 2, at: noon)
        parked.park(.closed(reason: 3), for: 1, at: noon)
        #expect(parked.take(1) == [.closed(reason: 1), .closed(reason: 3)])
        #expect(parked.take(1) == [])
        #expect(parked.take(2) == [.closed(reason: 2)])

        // While the store is read, no signal is too old.
        parked.park(.closed(reason: 4), for: 5, at: noon - 11)
        parked.park(.closed(reason: 5), for: 5, at: noon, keepsAll: true)
        #expect(parked.take(5) == [.closed(reason: 4), .closed(reason: 5)])

        for reason in 0..<150 as Range<UInt32> { parked.park(.closed(reason: reason), for: 3, at: noon) }
        #expect(parked.take(3).count == 100)
        parked.park(.closed(reason: 1), for: 4, at: noon)
        parked.removeAll()
        #expect(parked.take(4) == [])
    }
}
