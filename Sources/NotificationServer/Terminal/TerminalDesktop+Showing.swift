// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop

extension TerminalDesktop: NotificationServerDelegate {
    package nonisolated func show(_ notification: ReceivedNotification, replacing old: ReceivedNotification?) {
        assumeIsolated { $0.draw(notification, replaces: old != nil) }
    }

    package nonisolated func take(_ notification: ReceivedNotification, awayBecause reason: CloseReason) {
        assumeIsolated { $0.drawClosing(of: notification, because: reason) }
    }

    package nonisolated func nameMoved(to owner: String?) { assumeIsolated { $0.follow(owner) } }

    private func follow(_ owner: String?) {
        guard let connection = server?.connection else { return }
        if owner == connection.uniqueName {
            guard !ownsName else { return }
            ownsName = true
            if options.json {
                print(DesktopRecord(.ready))
            } else {
                say("Notifications are shown here now.")
            }
        } else if ownsName {
            ownsName = false
            // As when any server ends, open notifications are neither answered nor dismissed.
            server?.assumeIsolated { $0.forget() }
            session.clear()
            perform(link.relay.takeAllAway())
            drawStatus()
            guard options.wait else {
                return finish(0, "Another program shows the notifications from now on: \(owner ?? "nobody").")
            }
            say("Another program shows the notifications now; waiting until it goes.")
        }
    }

    private func draw(_ notification: ReceivedNotification, replaces: Bool) {
        session.show(notification)
        if options.json {
            print(DesktopRecord(notification, replaces: replaces))
        } else {
            let card = NotificationCard(notification, time: time(), isChange: replaces, glyphs: output.glyphs)
            output.print(card.lines(width: output.width) + [[]])
        }
        drawStatus()
        perform(link.relay.show(notification))
        pressByItself(notification)
    }

    private func drawClosing(of notification: ReceivedNotification, because reason: CloseReason) {
        session.takeAway(notification.id)
        let isAnswered = answering == notification.id
        if options.json {
            print(DesktopRecord(closed: notification.id, because: reason))
        } else if !isAnswered {
            let why =
                switch reason {
                case .expired: "expired"
                case .dismissed: "dismissed"
                case .closedByCall: "taken back by its program"
                case .undefined: "removed to make room for newer notifications"
                }
            tell("#\(notification.id) \(why)")
        }
        perform(link.relay.takeAway(notification.id))
        drawStatus()
    }

    private func pressByItself(_ notification: ReceivedNotification) {
        guard let press = options.press, pressing == nil else { return }
        guard let action = press.action(of: notification) else {
            let choices = PressPattern.choices(of: notification).map { SafeText.line($0.label) }
            let offered = choices.isEmpty ? "nothing to press" : choices.joined(separator: ", ")
            return say("#\(notification.id) does not offer the action that --press names; it offers: \(offered)")
        }
        let id = notification.id
        pressing = TimerSource(after: Self.pressDelay, on: loop) { [weak self] in
            self?.assumeIsolated { $0.follow(.invoke(key: action.key, id: id)) }
        }
    }
}

extension TerminalDesktop {
    /// Prints a line about a notification, as part of the output.
    func tell(_ line: String) {
        guard !options.json else { return say(line) }
        let lines = LineWrap.lines(of: [StyledText(line, .dim)], width: max(1, output.width - 2))
        output.print(lines.map { [StyledText("  ")] + $0 })
        drawStatus()
    }

    /// Prints a line about the program itself to standard error, so that only the person reads it and no pipe.
    func say(_ line: String) {
        output.clearStatus()
        words.print([[StyledText(line)]])
        drawStatus()
    }

    func print(_ record: DesktopRecord) {
        // A record has strings and numbers only, so encoding can't fail.
        guard let line = try? record.json() else { return }
        output.print([[StyledText(line)]])
        drawStatus()
    }

    func drawStatus() {
        // The program reads keys again after the shell has moved it to the foreground.
        if status == nil { input?.begin() }
        if input?.isActive == true, status == nil, ownsName {
            perform(link.relay.resume())
            output.setStatus(StatusLine(session, glyphs: output.glyphs).line(width: output.width))
        }
        if !output.isOpen { finish(0) }
    }
}

/// The last line of the terminal: it shows the notification that keys act on, or the text being typed.
package struct StatusLine {
    private let session: TerminalSession
    private let glyphs: Glyphs

    package init(_ session: TerminalSession, glyphs: Glyphs = .unicode) {
        self.session = session
        self.glyphs = glyphs
    }

    /// Returns a line of less than `width` cells, because a full line makes some terminals scroll.
    package func line(width: Int) -> [StyledText] {
        switch session.mode {
        case .number(let digits): [StyledText(cut("Choose number: \(digits)_", to: width - 1), .dim)]
        case .typing(let text, let id):
            // A long reply is cut at the start, because the person types at its end.
            [StyledText(cutStart(of: "Reply to #\(id): \(text)_", to: width - 1))]
        case .keys: [StyledText(cut(keys, to: width - 1), .dim)]
        }
    }

    private var keys: String {
        guard let current = session.current else { return "No notification is open. ? lists the keys, q ends." }
        let buttons = Button.buttons(for: current).map(\.text) + ["[d] Dismiss"]
        let others = session.open.count - 1
        let more = others > 0 ? " (\(others) more: tab)" : ""
        let title = cut(SafeText.line(current.summary), to: 20)
        return "#\(current.id) \(title)\(more)  \(buttons.joined(separator: "  "))"
    }

    private func cut(_ text: String, to width: Int) -> String { text.cut(to: width, ellipsis: glyphs.ellipsis) }

    /// Truncates the text at its start by truncating its reverse: an ellipsis reads the same from both ends.
    private func cutStart(of text: String, to width: Int) -> String {
        String(cut(String(text.reversed()), to: width).reversed())
    }
}
