// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel

/// What came of a prompt.
package enum PromptAnswer: Hashable, Sendable {
    /// Not empty, at most ``NotificationModel/Limits/userTextBytes``.
    case text(String)
    /// The person has not answered.
    case cancelled
    /// It could not be asked at all; why, without any of the texts.
    case failed(String)

    /// What was typed, as it came: bytes without a line's end; what is blank is no answer.
    package init(typed bytes: some Collection<UInt8>) {
        var bytes = Array(bytes.prefix(Limits.userTextBytes + 1))
        let isCut = bytes.count > Limits.userTextBytes && bytes.last != UInt8(ascii: "\n")
        if bytes.last == UInt8(ascii: "\n") || isCut { bytes.removeLast() }
        // Not in the middle of a character's bytes.
        if isCut {
            while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
            if let last = bytes.last, last & 0xC0 == 0xC0 { bytes.removeLast() }
        }
        let text = PlainText.clean(String(decoding: bytes, as: UTF8.self), keepingLines: true)
        self = text.contains { !$0.isWhitespace } ? .text(text) : .cancelled
    }
}
