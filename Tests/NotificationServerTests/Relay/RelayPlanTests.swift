// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationServer
import Testing

/// The decision whether, and how, notifications are handed on.
@Suite struct RelayPlanTests {
    private static let ssh = "SSH_CONNECTION=1"

    @Test(
        arguments: [
            // Only over ssh, and only for people at a terminal.
            (.auto, "TERM=xterm-256color", "off"),
            (.auto, "TERM=xterm-256color \(ssh)", "ask"),
            (.auto, "TERM=xterm-256color SSH_TTY=/dev/pts/1", "ask"),
            (.auto, "TERM=xterm-256color SSH_CONNECTION=", "off"),
            (.on, "TERM=xterm-256color", "ask"),
            (.off, "TERM=xterm-kitty \(ssh)", "off"),
            // Names of terminals that have notifications.
            (.auto, "TERM=xterm-kitty \(ssh)", "ask, else OSC 99"),
            (.auto, "TERM=foot-extra \(ssh)", "ask, else OSC 777"),
            (.auto, "TERM=rxvt-unicode-256color \(ssh)", "ask, else OSC 777"),
            (.auto, "TERM=xterm-ghostty \(ssh)", "ask, else OSC 777"),
            (.auto, "TERM=xterm-256color LC_TERMINAL=iTerm2 \(ssh)", "ask, else OSC 9"),
            (.on, "TERM=xterm-256color TERM_PROGRAM=WezTerm", "ask, else OSC 777"),
            (.on, "TERM=xterm KITTY_WINDOW_ID=1", "ask, else OSC 99"),
            // A console would print the question.
            (.auto, "TERM=linux \(ssh)", "off: This terminal is not known"),
            (.on, "TERM=dumb", "off: This terminal is not known"),
            (.osc9, "TERM=linux", "OSC 9"),
            (.osc777, "TERM=xterm", "OSC 777"),
            (.osc99, "TERM=xterm", "ask, else OSC 99"),
            // A multiplexer.
            (.auto, "TERM=tmux-256color TMUX=/tmp/x \(ssh)", "off: Inside tmux, notifications are not handed on"),
            (.auto, "TERM=screen STY=1.x \(ssh)", "off: Inside GNU screen, notifications are not handed on"),
            (.auto, "TERM=screen-256color \(ssh)", "off: Inside tmux or GNU screen,"),
            (.auto, "TERM=xterm ZELLIJ=0 \(ssh)", "off: Inside Zellij, notifications are not handed on"),
            (.on, "TERM=xterm TMUX=/tmp/x", "off: Inside tmux,"),
            (.osc777, "TERM=xterm TMUX=/tmp/x", "off: Inside tmux,"),
            (.auto, "TERM=xterm TMUX=/tmp/x", "off"),
        ] as [(RelayChoice, String, String)])
    func `the environment decides`(choice: RelayChoice, environment: String, expected: String) {
        #expect(Self.plan(choice, environment).hasPrefix(expected), "\(Self.plan(choice, environment))")
        if expected == "off" { #expect(Self.plan(choice, environment) == "off") }
    }

    @Test(
        arguments: [
            (.auto, "TERM=tmux TMUX=/tmp/x LC_TERMINAL=iTerm2", .tmux, "OSC 9 through tmux"),
            (.osc99, "TERM=tmux TMUX=/tmp/x", .tmux, "OSC 99 through tmux"),
            (.osc777, "TERM=screen STY=1", .screen, "OSC 777 through screen"),
            (.auto, "TERM=tmux TMUX=/tmp/x", .tmux, "off: The terminal outside tmux can't be asked; --relay osc99"),
            (.off, "TERM=tmux TMUX=/tmp/x", .tmux, "off"),
        ] as [(RelayChoice, String, Multiplexer, String)])
    func `a multiplexer is passed through when asked`(
        choice: RelayChoice, environment: String, multiplexer: Multiplexer, expected: String
    ) {
        #expect(Self.plan(choice, environment, multiplexer).hasPrefix(expected))
    }

    @Test func `a file gets nothing, and JSON only when asked`() {
        #expect(Self.plan(.auto, "TERM=foot \(Self.ssh)", isTerminal: false) == "off")
        #expect(
            Self.plan(.on, "TERM=foot", isTerminal: false)
                == "off: Only a terminal can show notifications; there is none here.")
        #expect(Self.plan(.auto, "TERM=foot \(Self.ssh)", isForPeople: false) == "off")
        #expect(Self.plan(.on, "TERM=foot", isForPeople: false) == "ask, else OSC 777")
    }

    private static func plan(
        _ choice: RelayChoice, _ environment: String, _ passthrough: Multiplexer? = nil, isTerminal: Bool = true,
        isForPeople: Bool = true
    ) -> String {
        let pairs = environment.split(separator: " ").map {
            $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        }
        let variables = Dictionary(uniqueKeysWithValues: pairs.map { (String($0[0]), String($0[1])) })
        let plan = RelayPlan(
            choice, passthrough: passthrough, isTerminal: isTerminal, isForPeople: isForPeople,
            in: TerminalSurroundings(variables))
        switch plan {
        case .off(let reason): return "off" + (reason.map { ": \($0)" } ?? "")
        case .ask(let form): return "ask" + (form.map { ", else \($0.name)" } ?? "")
        case .use(let form, let multiplexer): return form.name + (multiplexer.map { " through \($0.rawValue)" } ?? "")
        }
    }
}
