// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGLib

/// The body of notify-send, which has escapes and may be markup.
struct SendBody: Sendable {
    let text: String

    /// `\n` and its kin are taken as notify-send takes them.
    init(_ argument: String) { text = argument.contains("\\") ? Self.compressed(argument) : argument }

    /// Whether there is anything in it that markup gives a meaning.
    var isMarkup: Bool { text.utf8.contains { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") } }

    private static func compressed(_ text: String) -> String {
        guard let result = g_strcompress(text) else { return text }
        defer { g_free(result) }
        return String(cString: result)
    }
}
