// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Escape sequence by which a terminal shows a notification on its desktop.
package enum TerminalProtocol: Hashable, Sendable {
    /// Protocol of [kitty](https://sw.kovidgoyal.net/kitty/desktop-notifications/), also of newer versions of foot.
    case osc99(TerminalSupport)
    /// Title and body, first made by an extension of urxvt.
    case osc777
    /// A single text, first made by [iTerm2](https://iterm2.com/documentation-escape-codes.html).
    case osc9

    /// Finds the protocol of the terminal that has reported this name, such as `foot(1.13.1)` or `WezTerm 20240203`.
    ///
    /// Windows Terminal has OSC 777 since 2026, VTE in some distributions only; the person must choose it for both.
    ///
    /// - Returns: Nil if that terminal is not known to show notifications.
    package static func known(to name: String) -> TerminalProtocol? {
        let name = name.lowercased()
        return known.first { name.hasPrefix($0.0) }?.1
    }

    private static let known: [(String, TerminalProtocol)] = [
        ("kitty", .osc99(.withoutAnswer)), ("xterm-kitty", .osc99(.withoutAnswer)),
        ("foot", .osc777), ("wezterm", .osc777), ("ghostty", .osc777), ("xterm-ghostty", .osc777),
        ("rxvt-unicode", .osc777), ("warpterminal", .osc777),
        ("iterm", .osc9),
    ]

    /// The protocol's name in messages for the person.
    package var name: String {
        switch self {
        case .osc99: hasButtons ? "OSC 99, with buttons" : "OSC 99"
        case .osc777: "OSC 777"
        case .osc9: "OSC 9"
        }
    }

    var isReporting: Bool { if case .osc99(let support) = self { support.reportsPresses } else { false } }

    /// Tells whether the terminal shows buttons and reports presses on them.
    var hasButtons: Bool {
        if case .osc99(let support) = self { support.hasButtons && support.reportsPresses } else { false }
    }

    /// Tells whether the terminal replaces a notification by a later one with the same identifier.
    var replaces: Bool { if case .osc99(let support) = self { support.takesBack } else { false } }

    /// The same protocol without reports, as it is used behind a multiplexer.
    var withoutReports: TerminalProtocol {
        if case .osc99(let support) = self { .osc99(support.withoutReports) } else { self }
    }
}
