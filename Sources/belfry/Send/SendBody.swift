// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGLib

/// The body of notify-send, with escapes and optional markup.
struct SendBody: Sendable {
    let text: String

    /// Resolves `\n` and other escapes as notify-send does.
    init(_ argument: String) { text = argument.contains("\\") ? Self.compressed(argument) : argument }

    /// True if the text contains characters with a meaning in markup.
    var isMarkup: Bool { text.utf8.contains { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") } }

    private static func compressed(_ text: String) -> String {
        guard let result = g_strcompress(text) else { return text }
        defer { g_free(result) }
        return String(cString: result)
    }
}
