// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A report of the terminal about a notification or about itself.
///
/// The forms are those of [kitty's protocol](https://sw.kovidgoyal.net/kitty/desktop-notifications/), and of the requests
/// for the primary device attributes and for the terminal's version that xterm documents.
package enum TerminalReport: Hashable, Sendable {
    /// The answer to `p=?`, with the identifier of the question.
    case support(TerminalSupport, identifier: String)
    /// A press on a notification; the number of the button from 1, or nil for the notification itself.
    case pressed(identifier: String, button: Int?)
    case closed(identifier: String)
    /// Notice that the terminal can't tell when the notification is closed.
    case untracked(identifier: String)
    /// The terminal's name and version, such as `foot(1.13.1)`.
    case name(String)
    /// The primary device attributes, which every terminal sends.
    case attributes

    /// Reads the text of an `ESC ]` sequence; nil unless the text is a report of the protocol OSC 99.
    init?(command text: String) {
        let parts = text.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[0] == "99" else { return nil }
        let keys = Self.keys(of: parts[1])
        let payload = parts.count > 2 ? String(parts[2]) : ""
        guard let identifier = keys["i"], Self.isIdentifier(identifier) else { return nil }
        switch keys["p"] {
        case "?": self = .support(TerminalSupport(answer: payload), identifier: identifier)
        case "close":
            self = payload == "untracked" ? .untracked(identifier: identifier) : .closed(identifier: identifier)
        case nil where payload.isEmpty: self = .pressed(identifier: identifier, button: nil)
        case nil:
            guard payload.utf8.count <= 3, payload.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = Int(payload), number > 0
            else { return nil }
            self = .pressed(identifier: identifier, button: number)
        default: return nil
        }
    }

    /// Reads the text of an `ESC P` sequence; nil unless the text is the terminal's name.
    init?(device text: String) {
        guard text.hasPrefix(">|") else { return nil }
        self = .name(SafeText.line(String(text.dropFirst(2).prefix(64))))
    }

    /// Tells whether a text consists of the characters that the protocol allows in an identifier.
    package static func isIdentifier(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 128
            && text.utf8.allSatisfy {
                switch $0 {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E, 0x5F: true
                default: false
                }
            }
    }

    /// Returns the values in `key=value:key=value` by their keys; the first value of a key counts.
    static func keys(of text: some StringProtocol) -> [String: String] {
        var keys: [String: String] = [:]
        for pair in String(text).filter({ $0 != " " }).split(separator: ":") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            if keys[String(parts[0])] == nil { keys[String(parts[0])] = String(parts[1]) }
        }
        return keys
    }
}
