// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Facts about the terminal that the environment variables tell.
package struct TerminalSurroundings: Hashable, Sendable {
    /// Tells whether the terminal is on another machine.
    package let isRemote: Bool
    /// Name of the multiplexer in which this program runs, such as `tmux`; nil outside a multiplexer.
    package let multiplexer: String?
    /// Protocol of the terminal; nil if its name is missing or unknown.
    package let known: TerminalProtocol?
    /// Tells whether the terminal is a console or a printer, which may print the escape sequence of a query as text.
    package let isPlain: Bool

    /// Reads the facts about the terminal from the variables in `environment`.
    package init(_ environment: [String: String]) {
        func has(_ name: String) -> Bool { environment[name, default: ""].isEmpty == false }
        let type = environment["TERM", default: ""]
        isRemote = has("SSH_CONNECTION") || has("SSH_TTY")
        multiplexer =
            if has("TMUX") {
                "tmux"
            } else if has("STY") {
                "GNU screen"
            } else if has("ZELLIJ") {
                "Zellij"
            } else if type.hasPrefix("tmux") {
                "tmux"
            } else if type.hasPrefix("screen") {
                "tmux or GNU screen"
            } else {
                nil
            }
        isPlain = type.isEmpty || ["dumb", "linux", "vt", "cons", "unknown"].contains { type.hasPrefix($0) }
        // TERM is the one variable that ssh always sends; iTerm2 sets LC_TERMINAL, because ssh sends locales.
        let isKitty = has("KITTY_WINDOW_ID") ? "kitty" : ""
        let names = [type, environment["LC_TERMINAL", default: ""], environment["TERM_PROGRAM", default: ""], isKitty]
        known = names.lazy.compactMap { TerminalProtocol.known(to: $0) }.first
    }
}
