// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import DesktopPresentation
import FoundationEssentials
import NotificationModel

@testable import DBus
@testable import NotificationServer

/// Calls of `Notify`: the agent's can be sent and are accepted; foreign ones are refused, or shown without control
/// characters.
enum Calls {
    static func read(_ bytes: [UInt8]) throws {
        var source = ByteSource(bytes, words: words)
        let isWellFormed = source.byte() & 3 > 0
        let arguments: [Value] =
            isWellFormed
            ? [
                .string(source.text()), .uint32(UInt32(source.byte())), .string(source.text()), .string(source.text()),
                .string(source.text()), .strings((0..<source.byte() % 8).map { _ in source.text() }),
                source.properties(), .int32(Int32(truncatingIfNeeded: source.number())),
            ] : (0..<8).map { _ in source.value() }
        try show(arguments, isOurs: false)
    }

    /// Checks the call that the agent makes for a request.
    static func check(
        _ request: Request,
        _ capabilities: ServerCapabilities = ServerCapabilities(["body", "body-markup", "actions", "sound"])
    ) throws {
        let arguments = NotifyCall(
            applicationName: "Example", desktopEntry: "org.example.App", icon: request.display.icon ?? "",
            replaces: 0,
            buttons: Buttons(
                request: request, category: nil, occurrence: 7, repliesInline: capabilities.repliesInline),
            picture: nil, notification: Notification(app: "a", request: request, date: Requests.now, due: Requests.now),
            capabilities: capabilities
        ).arguments
        try MessageChecker.check(
            .methodCall(
                destination: "org.freedesktop.Notifications", path: NotifyCall.path, interface: NotifyCall.interface,
                member: "Notify", arguments: arguments))
        if capabilities.hasMarkup, capabilities.body("<") == "&lt;", let body = arguments[4].string {
            if request.display.isMarkup {
                try MarkedTexts.checkWellFormed(body)
            } else {
                try Finding.unless(!body.contains("<") && !body.contains(">"), "a tag in \(body)")
            }
        }
        try show(arguments, isOurs: true)
    }

    private static func show(_ arguments: [Value], isOurs: Bool) throws {
        let received: ReceivedNotification
        do {
            received = try ReceivedNotification(arguments: arguments, sender: ":1.7", id: 3)
        } catch let error as BusError {
            return try Finding.unless(!isOurs && !error.message.isEmpty, "refused: \(error) \(arguments)")
        }
        try handOn(received)
        for width in [2, 40] {
            for line in NotificationCard(received, time: "12:00").lines(width: width) {
                try MarkedTexts.checkHarmless(line.plain, "")
                // The text is indented by two columns.
                try Finding.unless(line.width <= max(width, 4), "wider than \(width): \(line)")
            }
        }
    }

    /// Checks that the terminal's sequences have no control characters but those at their ends.
    private static func handOn(_ received: ReceivedNotification) throws {
        for multiplexer in [nil, Multiplexer.screen] {
            for form in [TerminalProtocol.osc99(.withoutAnswer), .osc777, .osc9] {
                for sequence in NotificationSequences(received, through: multiplexer).sequences(form, identifier: "x") {
                    let inner = sequence.dropFirst(2).dropLast(multiplexer == .screen ? 1 : 2)
                    try MarkedTexts.checkHarmless(String(decoding: inner, as: UTF8.self), "")
                    try Finding.unless(
                        multiplexer == nil || sequence.allSatisfy { $0 < 0x80 }, "through screen: \(sequence)")
                }
            }
        }
    }

    private static let words = [
        "urgency", "category", "desktop-entry", "image-data", "image-path", "action-icons", "resident", "transient",
        "sound-file", "sound-name", "suppress-sound", "x", "y", "value", "x-kde-reply-placeholder-text",
        "x-kde-reply-submit-button-text", "icon_data", "default", "inline-reply", "<b>bold</b>", "<a href=\"u\">t</a>",
        "<img src='x' alt='y'/>", "&amp;", "&#27;[31m", "\u{1B}[2J", "\u{202E}evil", "line\nline",
    ]
}
