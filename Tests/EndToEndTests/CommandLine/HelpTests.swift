// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import TestSupport
import Testing

/// The help of every command, compared as a whole: a changed word needs a changed file in `Help/`.
@Suite struct HelpTests {
    /// The folder of the expected texts, in the sources.
    private static let folder = Checkout.root + "Tests/EndToEndTests/Help/"

    @Test(arguments: [
        "", "remind", "add", "ask", "run", "list", "agenda", "history", "again", "quiet", "config",
        "config set", "config get", "config list", "config unset", "config edit", "reload", "show", "count", "cancel",
        "remove",
        "rm", "repost",
        "snooze", "skip", "undo", "pause", "resume", "edit",
        "category",
        "category set",
        "category list", "category rm", "listen", "wait", "next", "explain", "status", "doctor", "log", "desktop",
        "send", "export", "import", "settings", "push", "push register", "push unregister", "push show",
        "push distributor", "push test", "extension", "extension list", "extension check", "extension run",
        "extension enable", "extension disable", "where", "place", "place add", "place list", "place remove",
        "location",
        "location allow", "location deny", "location list", "location reset",
    ])
    func `the help is unchanged`(command: String) async throws {
        let words = command.split(separator: " ").map(String.init)
        let help = try await Stranger.runLimited(
            [TestAgent.program("belfry")] + words + ["--help"], on: "", environment: ["COLUMNS": "80"])
        let file = Self.folder + (command.isEmpty ? "belfry" : command.replacing(" ", with: "-")) + ".txt"
        // To record the files: BELFRY_RECORD_HELP=1 swift test --filter HelpTests
        if ProcessInfo.processInfo.environment["BELFRY_RECORD_HELP"] != nil {
            try Data(help.output.utf8).write(to: URL(filePath: file))
        }
        #expect(help.status == 0, "\(help.errors)")
        #expect(try String(decoding: Data(contentsOf: URL(filePath: file)), as: UTF8.self) == help.output)
    }

    @Test func `agent passes all arguments to belfryd`() async throws {
        let help = try await Stranger.runLimited([TestAgent.program("belfry"), "agent", "--help"], on: "")
        #expect(help.status == 0)
        #expect(help.output.contains("USAGE: belfryd"), "\(help.output)")
    }
}
