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

    /// Creates a card with the time of arrival; `isChange` marks a replacement.
    package init(
        _ notification: ReceivedNotification, time: String, isChange: Bool = false, glyphs: Glyphs = .unicode
    ) {
        self.notification = notification
        self.time = time
        self.isChange = isChange
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

    private func indented(_ lines: [[StyledText]]) -> [[StyledText]] {
        lines.map { [StyledText("  ")] + $0 }
    }
}
