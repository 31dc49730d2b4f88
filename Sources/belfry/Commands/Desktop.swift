// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import EventLoop
import FoundationEssentials
import NotificationServer

/// The command `belfry desktop`: runs a notification server in the terminal.
struct Desktop: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "desktop",
        abstract: "Show notifications in this terminal.",
        discussion: """
            Runs the notification server of this session in the terminal: over SSH, on a console, or to try Belfry \
            out. It exits when another server asks the bus to replace it. dunst and some others never ask; quit this \
            one before you start them. 1 2 3 press buttons, Enter opens, d dismisses, r replies, q ends.
            Over SSH, notifications also appear on the desktop of a terminal that can show them.
            Exit status: 0, or 69 if there is no session bus or another program shows the notifications.
            """)

    @Option(
        help: ArgumentHelp(
            "Press this button automatically on the first notification that has it: its key, its label or the label's first word.",
            valueName: "button"))
    var press: String?

    @Flag(help: "Exit after the first answer.")
    var once = false

    @Flag(help: "Replace the running notification server, if it allows that.")
    var replace = false

    @Flag(help: "Wait while another program shows the notifications, instead of exiting.")
    var wait = false

    @Flag(help: "Print notifications and answers as JSON lines.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "The time on the screen of a notification that sets none (default: until it is answered or closed).",
            valueName: "seconds"))
    var timeout: Double?

    @Option(
        help: ArgumentHelp(
            """
            Hand notifications on to the terminal's desktop: over SSH if it can show them (auto), also without SSH \
            (on), or with this escape sequence.
            """, valueName: "how"))
    var relay = RelayChoice.auto

    @Option(
        help: ArgumentHelp(
            "Hand notifications on through this multiplexer; answers are then given here only.",
            valueName: "multiplexer"))
    var passthrough: Multiplexer?

    func validate() throws {
        if let timeout, !(timeout > 0 && timeout <= 31_536_000) {
            throw ValidationError("--timeout must be more than 0 seconds and at most a year.")
        }
    }

    func run() async throws {
        var options = TerminalDesktopOptions()
        options.press = press.map { PressPattern($0) }
        options.once = once
        options.replace = replace
        options.wait = wait
        options.json = json
        options.version = Version.current
        options.defaultTimeout = timeout.map { .seconds($0) }
        options.relay = relay
        options.passthrough = passthrough
        let desktop = TerminalDesktop(options, on: .main, environment: ProcessInfo.processInfo.environment)
        let status = await desktop.run()
        if status != 0 { throw ExitCode(status) }
    }
}

extension RelayChoice: ExpressibleByArgument {}

extension Multiplexer: ExpressibleByArgument {}
