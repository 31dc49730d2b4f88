// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A notification's representation in a terminal.
package struct NotificationCard {
    private let notification: ReceivedNotification
    private let time: String
    private let isChange: Bool
    private let glyphs: Glyphs

    /// Maximum number of body lines; longer bodies are cut, so that a program can't fill the screen.
    package static let bodyLimit = 40
    /// Maximum number of characters that are read from a text.
    private static let characterLimit = 50_000

    /// Creates a card with the notification's time of arrival; `isChange` marks a notification that replaces another.
    package init(
        _ notification: ReceivedNotification, time: String, isChange: Bool = false, glyphs: Glyphs = .unicode
    ) {
        (self.notification, self.time, self.isChange) = (notification, time, isChange)
        self.glyphs = glyphs
    }

    /// Returns the lines, at most `width` cells wide.
    package func lines(width: Int) -> [[StyledText]] {
        var lines = LineWrap.lines(of: header, width: width)
        let inner = max(1, width - 2)
        if !title.isEmpty { lines += indented(LineWrap.lines(of: [StyledText(title, .bold)], width: inner)) }
        lines += indented(body(width: inner))
        if let progress { lines += indented(LineWrap.lines(of: [StyledText(progress)], width: inner)) }
        if let picture {
            lines += indented(LineWrap.lines(of: [StyledText("[picture \(picture)]", .dim)], width: inner))
        }
        lines += indented(buttons(width: inner))
        return lines
    }

    private var header: [StyledText] {
        let sign: StyledText =
            switch notification.hints.urgency {
            case .low: StyledText(glyphs.low, .dim)
            case .normal: StyledText(glyphs.normal, .cyan)
            case .critical: StyledText(glyphs.critical, [.bold, .red])
            }
        let name = SafeText.line(notification.appName)
        let change = isChange ? " \(glyphs.dot) changed" : ""
        return [
            sign, StyledText(" "), StyledText("#\(notification.id)", .dim), StyledText(" "),
            StyledText(name.isEmpty ? "Notification" : name, .bold),
            StyledText(" \(glyphs.dot) \(time)\(change)", .dim),
        ]
    }

    private var title: String { SafeText.line(String(notification.summary.prefix(Self.characterLimit))) }

    private func body(width: Int) -> [[StyledText]] {
        let pieces = Markup(String(notification.body.prefix(Self.characterLimit))).pieces
        guard !pieces.isEmpty else { return [] }
        var lines = LineWrap.lines(of: pieces, width: width)
        while lines.last?.isEmpty == true { lines.removeLast() }
        if lines.count > Self.bodyLimit {
            lines = Array(lines.prefix(Self.bodyLimit))
            lines.append([StyledText(glyphs.ellipsis)])
        }
        return lines
    }

    private var progress: String? {
        guard let value = notification.hints.value else { return nil }
        let percent = min(100, max(0, value))
        let done = String(repeating: "#", count: percent / 10)
        return "[\(done)\(String(repeating: "-", count: 10 - percent / 10))] \(percent) %"
    }

    private var picture: String? {
        if let image = notification.hints.image { return "\(image.width)x\(image.height)" }
        return notification.hints.imagePath.map(SafeText.line)
    }

    /// Returns the buttons' lines; a button that fits on a line is not broken.
    private func buttons(width: Int) -> [[StyledText]] {
        let texts = Button.buttons(for: notification).map(\.text) + ["[d] Dismiss"]
        let joined = texts.map { $0.replacing(" ", with: "\u{A0}") }.joined(separator: "  ")
        return LineWrap.lines(of: [StyledText(joined, .cyan)], width: width).map { line in
            line.map { StyledText($0.text.replacing("\u{A0}", with: " "), $0.style) }
        }
    }

    private func indented(_ lines: [[StyledText]]) -> [[StyledText]] { lines.map { [StyledText("  ")] + $0 } }
}

/// An action with the key that invokes it.
package struct Button: Hashable, Sendable {
    package let key: Character
    package let action: ReceivedNotification.Action

    /// The text, such as `[1] Open`, safe to print.
    package var text: String { "[\(key == Self.openKey ? "Enter" : String(key))] \(SafeText.line(label))" }

    private var label: String { SafeText.line(action.label).isEmpty ? action.key : action.label }

    /// Key that starts typing a reply.
    package static let replyKey: Character = "r"

    /// Key of the default action if there are other actions.
    package static let openKey: Character = "\r"

    /// Returns a button for each action: digits in order, then letters without another function; `r` for a reply.
    ///
    /// If there are other actions, the default action gets Enter instead of a digit and comes last, so that 1 is the
    /// first answer. If no key is left, an action has no button.
    package static func buttons(for notification: ReceivedNotification) -> [Button] {
        var keys = "123456789abcefgijklmnopstuvwxyz"[...]
        let isQuestion = notification.actions.contains { $0.key != ReceivedNotification.defaultKey }
        let defaults = notification.actions.filter { isQuestion && $0.key == ReceivedNotification.defaultKey }
        let others = notification.actions.filter { !defaults.contains($0) }
        return (others + defaults.prefix(1)).compactMap { action in
            if defaults.contains(action) { return Button(key: openKey, action: action) }
            if action.key == ReceivedNotification.replyKey { return Button(key: replyKey, action: action) }
            return keys.popFirst().map { Button(key: $0, action: action) }
        }
    }
}
