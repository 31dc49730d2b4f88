// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// How one notification looks in a terminal.
package struct NotificationCard {
    private let notification: ReceivedNotification
    private let time: String
    private let isChange: Bool
    private let glyphs: Glyphs

    /// More lines of body than this are cut; the program that sent them is not trusted with the screen.
    package static let bodyLimit = 40
    /// And of so many characters only the first are looked at.
    private static let characterLimit = 50_000

    /// A card for a notification that came at this time, perhaps in place of one that was shown before.
    package init(
        _ notification: ReceivedNotification, time: String, isChange: Bool = false, glyphs: Glyphs = .unicode
    ) {
        self.notification = notification
        self.time = time
        self.isChange = isChange
        self.glyphs = glyphs
    }

    /// Its lines, none wider than `width` cells.
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

    /// A button is not broken while it fits on a line: its spaces are kept together.
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
