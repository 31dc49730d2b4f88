// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A command that an event of a request starts.
///
/// In messages, a string is passed to `/bin/sh -c`; a list of strings is started without a shell. Texts of a
/// notification are never part of the command: they are passed in the environment and on standard input.
package enum Command: Hashable, Sendable {
    case shell(String)
    case arguments([String])

    /// UTF-8 bytes of the command with all its arguments.
    package var byteCount: Int {
        switch self {
        case .shell(let text): text.utf8.count
        case .arguments(let words): words.reduce(0) { $0 + $1.utf8.count + 1 }
        }
    }
}

extension Command: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .shell(text)
        } else {
            self = .arguments(try container.decode([String].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .shell(let text): try container.encode(text)
        case .arguments(let words): try container.encode(words)
        }
    }
}
