// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
@testable import DesktopPresentation
import Testing

/// The parts that are left out for a server that refuses a notification.
@Suite struct NotificationFormTests {
    private let whole: [Value] = [
        .string("App"), .uint32(7), .string("/icon.png"), .string("a &lt; b"),
        .string("<b>x</b> &amp; " + String(repeating: "w", count: 700)), .strings(["b:1:0", "Yes"]),
        .properties([
            "urgency": .byte(2), "image-data": .string(""), "image-path": .string("/p"), "category": .string("im"),
            "suppress-sound": .boolean(true),
        ]), .int32(0),
    ]

    @Test func `S10: the whole form changes nothing`() {
        #expect(NotificationForm.whole.applied(to: whole) == whole)
    }

    @Test(
        arguments: [
            (.withoutPictures, ["category", "suppress-sound", "urgency"], ["b:1:0", "Yes"]),
            (.withoutHints, ["suppress-sound", "urgency"], ["b:1:0", "Yes"]),
            (.plainText, ["suppress-sound", "urgency"], ["b:1:0", "Yes"]),
            (.withoutActions, ["suppress-sound", "urgency"], []),
        ] as [(NotificationForm, [String], [String])])
    func `S10: each plainer form leaves out more, the buttons in the end`(
        form: NotificationForm, hints: [String], actions: [String]
    ) {
        let plain = form.applied(to: whole)
        #expect(plain[6].properties?.keys.sorted() == hints)
        #expect(plain[5] == .strings(actions))
        #expect(plain[2] == .string(""))
        #expect(plain[1] == .uint32(7))
        #expect(plain.map(\.type) == whole.map(\.type))
    }

    @Test func `S10: plain text has no markup, no long word and a limited length`() {
        let plain = NotificationForm.plainText.applied(to: whole)
        #expect(plain[3] == .string("a   b"))
        let body = plain[4].string ?? ""
        #expect(body.hasPrefix("bx/b + www") && body.count == 500)
        #expect(body.split(separator: " ").allSatisfy { $0.count <= 60 })
    }
}
