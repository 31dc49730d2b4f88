// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// State of a terminal session: open notifications and the person's input, without any input or output of its own.
package struct TerminalSession: Sendable {
    /// Request that a key press makes to the display.
    package enum Intent: Hashable, Sendable {
        case invoke(key: String, id: UInt32)
        case reply(text: String, id: UInt32)
        case dismiss(id: UInt32)
        case help
        case suspend
        case quit
    }

    /// Meaning of the next key that the person presses.
    package enum Mode: Hashable, Sendable {
        case keys
        /// The person types the number of a notification.
        case number(String)
        case typing(String, to: UInt32)
    }

    /// Open notifications, the oldest first.
    package private(set) var open: [ReceivedNotification] = []
    package private(set) var mode = Mode.keys
    /// Number of the notification that the person chose; nil means the newest.
    private var chosen: UInt32?

    package init() {}

    /// The notification that keys act on.
    package var current: ReceivedNotification? { open.last { $0.id == chosen } ?? open.last }

    /// Adds a notification, or replaces the notification that has the same number.
    package mutating func show(_ notification: ReceivedNotification) {
        if let index = open.firstIndex(where: { $0.id == notification.id }) {
            open[index] = notification
            if case .typing(_, let id) = mode, id == notification.id, !notification.offersReply { mode = .keys }
        } else {
            open.append(notification)
        }
    }

    /// Removes a notification, and the text of a reply to it that the person is typing.
    package mutating func takeAway(_ id: UInt32) {
        open.removeAll { $0.id == id }
        if chosen == id { chosen = nil }
        if case .typing(_, id) = mode { mode = .keys }
    }

    /// Removes all notifications.
    package mutating func clear() { self = TerminalSession() }

    /// Handles a key press; returns nil if it only changes the display, or has no effect.
    package mutating func press(_ key: Key) -> Intent? {
        if key == .suspend { return .suspend }
        if key == .quit { return .quit }
        switch mode {
        case .keys: return pressCommand(key)
        case .number(let digits): chooseNumber(digits, key)
        case .typing(let text, let id): return type(key, after: text, to: id)
        }
        return nil
    }

    private mutating func pressCommand(_ key: Key) -> Intent? {
        switch key {
        case .character("q"), .endOfInput: return .quit
        case .character("?"), .character("h"): return .help
        case .character("#"): mode = .number("")
        case .tab, .up, .left: choose(by: -1)
        case .backTab, .down, .right: choose(by: 1)
        case .escape: chosen = nil
        default: break
        }
        guard let current else { return nil }
        switch key {
        case .character("d"), .backspace: return .dismiss(id: current.id)
        case .character(Button.replyKey) where current.offersReply: mode = .typing("", to: current.id)
        case .enter where current.actions.contains { $0.key == ReceivedNotification.defaultKey }:
            return .invoke(key: ReceivedNotification.defaultKey, id: current.id)
        case .character(let character):
            let button = Button.buttons(for: current).first { $0.key == character }
            return button.map { .invoke(key: $0.action.key, id: current.id) }
        default: break
        }
        return nil
    }

    /// Chooses the next notification, cyclically; -1 moves from the newest towards the oldest.
    private mutating func choose(by step: Int) {
        guard let current, let index = open.firstIndex(where: { $0.id == current.id }) else { return }
        chosen = open[(index + step + open.count) % open.count].id
    }

    private mutating func chooseNumber(_ digits: String, _ key: Key) {
        switch key {
        case .character(let digit) where digit.isASCII && digit.isNumber: mode = .number(digits + String(digit))
        case .backspace: mode = digits.isEmpty ? .keys : .number(String(digits.dropLast()))
        case .enter:
            if let id = UInt32(digits), open.contains(where: { $0.id == id }) { chosen = id }
            mode = .keys
        default: mode = .keys
        }
    }

    private mutating func type(_ key: Key, after text: String, to id: UInt32) -> Intent? {
        switch key {
        case .character(let character): mode = .typing(text + String(character), to: id)
        case .backspace: mode = .typing(String(text.dropLast()), to: id)
        case .eraseLine: mode = .typing("", to: id)
        case .eraseWord:
            let trimmed = text.reversed().drop { $0 == " " }.drop { $0 != " " }
            mode = .typing(String(trimmed.reversed()), to: id)
        case .escape, .endOfInput: mode = .keys
        case .enter:
            mode = .keys
            // An empty line is not sent: the person has changed their mind.
            return text.contains { !$0.isWhitespace } ? .reply(text: text, id: id) : nil
        default: break
        }
        return nil
    }
}
