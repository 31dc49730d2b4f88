// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import NotificationServer
import Testing

@Suite struct NotificationHintsTests {
    @Test func `every hint of the specification is read`() {
        let hints = NotificationHints([
            "urgency": .byte(2), "category": .string("im.received"), "desktop-entry": .string("org.example.App"),
            "image-path": .string("file:///a.png"), "action-icons": .boolean(true), "resident": .boolean(true),
            "transient": .boolean(true), "sound-file": .string("/a.oga"), "sound-name": .string("bell"),
            "suppress-sound": .boolean(true), "x": .int32(1), "y": .int32(-2), "value": .int32(40),
            "x-kde-reply-placeholder-text": .string("Type"), "x-kde-reply-submit-button-text": .string("Send"),
            "image-data": picture(width: 2, height: 3), "x-vendor": .structure([.int32(1)]),
        ])

        #expect(hints.urgency == .critical)
        #expect(hints.category == "im.received")
        #expect(hints.desktopEntry == "org.example.App")
        #expect(hints.imagePath == "file:///a.png")
        #expect(hints.hasActionIcons && hints.isResident && hints.isTransient && hints.suppressesSound)
        #expect([hints.soundFile, hints.soundName] == ["/a.oga", "bell"])
        #expect([hints.x, hints.y, hints.value] == [1, -2, 40])
        #expect([hints.replyPlaceholder, hints.replyButton] == ["Type", "Send"])
        #expect([hints.image?.width, hints.image?.height] == [2, 3])
        #expect(hints.all["x-vendor"] == .structure([.int32(1)]))
    }

    @Test func `without hints every value has its default`() {
        let hints = NotificationHints([:])

        #expect(hints.urgency == .normal)
        #expect(!hints.isResident && !hints.isTransient && hints.image == nil && hints.value == nil)
    }

    @Test(arguments: [Value.byte(2), .uint32(2), .int32(2), .int64(2)])
    func `urgency is accepted in every integer type`(value: Value) {
        #expect(NotificationHints(["urgency": value]).urgency == .critical)
    }

    @Test(arguments: [("image-data", 1), ("image_data", 1), ("icon_data", 1)])
    func `a picture is found under its older names`(name: String, width: Int) {
        #expect(NotificationHints([name: picture(width: 1, height: 1)]).image?.width == width)
    }

    @Test func `the newest name of a picture wins`() {
        let hints = NotificationHints([
            "icon_data": picture(width: 1, height: 1), "image-data": picture(width: 2, height: 1),
        ])
        #expect(hints.image?.width == 2)
    }

    @Test(
        arguments: [
            (3, 2, 12, 3, 21), (3, 2, 12, 3, 24), (2, 2, 8, 4, 16), (1, 1, 100, 4, 4), (1, 1, 100, 4, 100),
        ] as [(Int32, Int32, Int32, Int32, Int)])
    func `the last row of a picture may end after its last pixel`(
        width: Int32, height: Int32, rowStride: Int32, channels: Int32, bytes: Int
    ) {
        let value = picture(width: width, height: height, bytes: bytes, channels: channels, rowStride: rowStride)

        #expect(NotificationHints(["image-data": value]).image?.bytes.count == bytes)
    }
}
