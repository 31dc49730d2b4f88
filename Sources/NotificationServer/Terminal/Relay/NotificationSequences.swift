// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGLib
import FoundationEssentials

/// Writer of the escape sequences of one notification.
///
/// All texts are cleaned by ``SafeText``, because any program may send any text, and cut.
package struct NotificationSequences {
    /// Largest payload of OSC 99 in bytes, before its encoding.
    package static let payloadLimit = 2048
    /// Maximum number of buttons of a notification; desktops show two or three.
    package static let mostButtons = 8
    private static let titleLimit = 200
    private static let bodyLimit = 2000
    private static let lineLimit = 500
    private static let buttonLimit = 40

    private let notification: ReceivedNotification
    private let multiplexer: Multiplexer?

    /// Creates a writer of sequences for the terminal, or for the multiplexer that stands before the terminal.
    package init(_ notification: ReceivedNotification, through multiplexer: Multiplexer? = nil) {
        self.notification = notification
        self.multiplexer = multiplexer
    }

    /// Returns the bytes that show the notification in a protocol.
    package func bytes(_ form: TerminalProtocol, identifier: String) -> [UInt8] {
        sequences(form, identifier: identifier).flatMap { multiplexer?.wrapping($0) ?? $0 }
    }

    /// Returns the bytes that withdraw the notification with this identifier.
    package static func closing(_ identifier: String, through multiplexer: Multiplexer?) -> [UInt8] {
        let sequence = Array("\u{1B}]99;i=\(identifier):p=close;".utf8) + Multiplexer.terminator(multiplexer)
        return multiplexer?.wrapping(sequence) ?? sequence
    }

    /// Returns the sequences of a protocol, before the multiplexer's wrapping.
    package func sequences(_ form: TerminalProtocol, identifier: String) -> [[UInt8]] {
        switch form {
        case .osc99(let support): kitty(support, identifier: identifier)
        case .osc777: [sequence("777;notify;\(field(titleLine));\(field(bodyLine.isEmpty ? " " : bodyLine))")]
        case .osc9: [sequence("9;\(plainLine)")]
        }
    }

    /// Returns the actions that are buttons, in the order of the buttons' numbers from 1.
    ///
    /// The default action is a press on the notification itself, and a reply is typed in the terminal.
    package static func buttons(of notification: ReceivedNotification) -> [ReceivedNotification.Action] {
        let excluded = [ReceivedNotification.defaultKey, ReceivedNotification.replyKey]
        return Array(notification.actions.filter { !excluded.contains($0.key) }.prefix(mostButtons))
    }
}

extension NotificationSequences {
    /// Returns the parts of a notification in OSC 99: properties with the title, then buttons, then the body.
    private func kitty(_ support: TerminalSupport, identifier: String) -> [[UInt8]] {
        var payloads = Self.chunks(title).map { ("title", $0) }
        let buttons = Self.buttons(of: notification)
        if support.hasButtons, support.reportsPresses, !buttons.isEmpty {
            // U+2028 separates the buttons; cleaned texts have none.
            let labels = buttons.map { Self.chunks(Self.label($0), limit: Self.payloadLimit / Self.mostButtons - 3)[0] }
            payloads.append(("buttons", Array(labels.joined(separator: "\u{2028}".utf8))))
        }
        if support.hasBody { payloads += Self.chunks(body).filter { !$0.isEmpty }.map { ("body", $0) } }
        return payloads.enumerated().map { index, payload in
            var keys = ["i=\(identifier)", "e=1"]
            if index < payloads.count - 1 { keys.append("d=0") }
            if payload.0 != "title" { keys.append("p=\(payload.0)") }
            // kitty adds the action `focus` again if a part lacks the key `a`.
            if support.reportsPresses { keys.append(pressing) }
            if index == 0 { keys += properties(support) }
            return sequence("99;\(keys.joined(separator: ":"));\(Data(payload.1).base64EncodedString())")
        }
    }

    /// The key `a`, the effect of a press: a press that is the whole answer does not raise the terminal's window.
    private var pressing: String {
        let isAnswer = notification.actions.contains { $0.key == ReceivedNotification.defaultKey }
        return isAnswer && !notification.offersReply ? "a=report,-focus" : "a=report"
    }

    private func properties(_ support: TerminalSupport) -> [String] {
        var keys: [String] = []
        let isLow = notification.hints.urgency == .low
        // A quiet notification doesn't disturb the person who looks at its card.
        if isLow, support.canWaitForUnfocused { keys.append("o=unfocused") }
        if support.reportsDismissal { keys.append("c=1") }
        // The notification expires in this program, which then withdraws it from the terminal.
        if support.keepsOpen, support.takesBack { keys.append("w=0") }
        if support.hasUrgency { keys.append("u=\(notification.hints.urgency.rawValue)") }
        if support.canBeSilent, notification.hints.suppressesSound { keys.append("s=\(Self.encoded("silent"))") }
        let application = SafeText.line(String(notification.appName.prefix(Self.titleLimit)))
        if support.hasApplication, !application.isEmpty { keys.append("f=\(Self.encoded(application))") }
        return keys
    }

    private var title: String {
        let names = [notification.summary, notification.appName].lazy
            .map { Self.cut(SafeText.line(String($0.prefix(Self.bodyLimit))), to: Self.titleLimit) }
        return names.first { !$0.isEmpty } ?? "Notification"
    }

    /// The body without its markup, in lines.
    private var body: String {
        let pieces = Markup(String(notification.body.prefix(4 * Self.bodyLimit))).pieces
        let text = pieces.map(\.text).joined()
        return Self.cut(String(text.trimmingPrefix { $0 == "\n" || $0 == " " }), to: Self.bodyLimit)
    }

    private var titleLine: String { passable(title) }

    private var bodyLine: String { passable(Self.cut(SafeText.line(body), to: Self.lineLimit)) }

    /// The title and the body as one text that no terminal reads as a command.
    ///
    /// ConEmu and Windows Terminal read a number before a semicolon as a command: `4;` sets the taskbar's progress.
    private var plainLine: String {
        let line = bodyLine.isEmpty ? titleLine : "\(titleLine): \(bodyLine)"
        let number = line.prefix { $0.isASCII && $0.isNumber }
        return !number.isEmpty && number.endIndex < line.endIndex && line[number.endIndex] == ";" ? "- \(line)" : line
    }

    /// Replaces semicolons, which separate the fields of OSC 777.
    private func field(_ text: String) -> String { text.replacing(";", with: ",") }

    /// Returns a text that the multiplexer passes on unchanged.
    ///
    /// GNU screen keeps the last eight bits of each code point, so that ě (U+011B) would become an escape byte.
    private func passable(_ text: String) -> String {
        guard multiplexer == .screen, let ascii = g_str_to_ascii(text, "C") else { return text }
        defer { g_free(ascii) }
        let line = SafeText.line(String(cString: ascii))
        return String(String.UnicodeScalarView(line.unicodeScalars.filter(\.isASCII)))
    }

    private func sequence(_ text: String) -> [UInt8] {
        Array("\u{1B}]\(text)".utf8) + Multiplexer.terminator(multiplexer)
    }

    private static func label(_ action: ReceivedNotification.Action) -> String {
        let label = cut(SafeText.line(String(action.label.prefix(titleLimit))), to: buttonLimit)
        return label.isEmpty ? cut(SafeText.line(String(action.key.prefix(titleLimit))), to: buttonLimit) : label
    }

    /// Cuts a text to this many characters, and to four times as many code points: joined emoji have no maximum length.
    private static func cut(_ text: String, to count: Int) -> String {
        let short = text.count <= count ? text : text.prefix(count - 1) + "…"
        let scalars = short.unicodeScalars
        return scalars.count <= 4 * count ? short : String(String.UnicodeScalarView(scalars.prefix(4 * count)))
    }

    private static func encoded(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

    /// Returns the UTF-8 of a text in parts, none of which ends inside a character; an empty text gives one empty part.
    static func chunks(_ text: String, limit: Int = payloadLimit) -> [[UInt8]] {
        var parts: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars {
            let bytes = UTF8.encode(scalar).map(Array.init) ?? []
            if parts[parts.count - 1].count + bytes.count > limit { parts.append([]) }
            parts[parts.count - 1] += bytes
        }
        return parts
    }
}
