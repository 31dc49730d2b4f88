// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The command `belfry send`, for the list of commands and `belfry help send`.
///
/// ``SendProgram`` does the work; it starts before ArgumentParser.
struct Send: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Show a notification at once, as notify-send does.",
        usage: "belfry send [<options of notify-send>] <summary> [<body>]",
        discussion: "Accepts notify-send's command line; -h is --hint. See belfry send --help.")

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var arguments: [String] = []

    func run() { SendProgram.run(["--help"]) }
}
