// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel

/// The result of asking the person for a text.
package enum PromptAnswer: Hashable, Sendable {
    /// The typed text; not empty, at most ``NotificationModel/Limits/userTextBytes``.
    case text(String)
    /// The person gave no answer.
    case cancelled
    /// The prompt could not be shown; the reason contains none of the texts.
    case failed(String)

    /// Takes the prompt's output without its final line end; blank output counts as no answer.
    package init(typed bytes: some Collection<UInt8>) {
        var bytes = Array(bytes.prefix(Limits.userTextBytes + 1))
        let isCut = bytes.count > Limits.userTextBytes && bytes.last != UInt8(ascii: "\n")
        if bytes.last == UInt8(ascii: "\n") || isCut { bytes.removeLast() }
        // A cut text must not end within a character's bytes.
        if isCut {
            while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
            if let last = bytes.last, last & 0xC0 == 0xC0 { bytes.removeLast() }
        }
        let text = PlainText.clean(String(decoding: bytes, as: UTF8.self), keepingLines: true)
        self = text.contains { !$0.isWhitespace } ? .text(text) : .cancelled
    }
}
