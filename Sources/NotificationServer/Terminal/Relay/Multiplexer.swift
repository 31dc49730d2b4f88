// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Program that stands between this terminal and the terminal that the person sees.
package enum Multiplexer: String, CaseIterable, Sendable {
    case tmux, screen

    /// Maximum length of a string that GNU screen passes on; screen drops a longer string.
    private static let screenLimit = 512

    /// Returns the bytes that end a sequence: BEL in screen, which would take `ESC \` for the end of its own string.
    static func terminator(_ multiplexer: Multiplexer?) -> [UInt8] {
        multiplexer == .screen ? [0x07] : [0x1B, 0x5C]
    }

    /// Wraps an escape sequence, so that the multiplexer passes it on without interpreting it.
    ///
    /// tmux takes each escape byte twice, and needs its option `allow-passthrough` since version 3.3.
    package func wrapping(_ sequence: [UInt8]) -> [UInt8] {
        switch self {
        case .tmux:
            let doubled = sequence.flatMap { $0 == 0x1B ? [0x1B, 0x1B] : [$0] }
            return Array("\u{1B}Ptmux;".utf8) + doubled + [0x1B, 0x5C]
        case .screen:
            var (wrapped, rest): ([UInt8], ArraySlice<UInt8>) = ([], sequence[...])
            while !rest.isEmpty {
                var part = rest.prefix(Self.screenLimit)
                // An escape byte at a part's end would end screen's control string with the `ESC \` that follows.
                if part.count > 1, part.last == 0x1B { part = part.dropLast() }
                wrapped += [0x1B, 0x50] + part + [0x1B, 0x5C]
                rest = rest[part.endIndex...]
            }
            return wrapped
        }
    }
}
