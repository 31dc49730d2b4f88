// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus
import Glibc

/// The command `belfry import`: reads an export of another machine.
struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take in what \"belfry export\" has written: all of it, or nothing.",
        discussion: """
            What is there already stays as it is. What has fallen due since is late or missed, as each request says. \
            An export comes in once: a second time changes nothing. Exit status 65 where a line is refused, which is named.
            """)

    @Argument(help: ArgumentHelp("The export; - or nothing is the standard input.", valueName: "file"))
    var file: String?

    @Option(help: ArgumentHelp("Only what is this application's (default: all).", valueName: "id"))
    var app: String?

    @Flag(name: .shortAndLong, help: "Say what would come in and which lines would be refused, and change nothing.")
    var dryRun = false

    @Flag(help: "What is there already gives way to what is imported.")
    var replace = false

    @Flag(help: "Import an export that was imported before, too.")
    var again = false

    @OptionGroup var json: JSONOption

    func validate() throws {
        if file == nil, isatty(STDIN_FILENO) != 0 {
            throw ValidationError("Name a file, or pipe an export into the standard input.")
        }
    }

    func run() async throws {
        let source = try TransferSource(file)
        let agent = try await Session(for: app ?? AgentNames.allApplications).agent
        var options: [String: Value] = [:]
        if replace { options["replace"] = .boolean(true) }
        if again { options["again"] = .boolean(true) }
        if dryRun { options["dryRun"] = .boolean(true) }
        let counts = try await agent.takeIn(source.handle(), options: options)
        let refused = counts["refused"]?.array?.compactMap(\.properties) ?? []
        if json.isWanted {
            Console.print(try JSONText.line(counts))
        } else {
            for line in refused {
                Console.say("line \(line["line"]?.int ?? 0): \((line["message"]?.string ?? "").onOneLine)")
            }
            if refused.isEmpty { Console.print(TransferWords.imported(counts, isTrial: dryRun)) }
        }
        guard refused.isEmpty else {
            let count = counts["refusedLines"]?.int ?? refused.count
            throw Failure.withoutDocument(
                .badData, "\(count == 1 ? "one line" : "\(count) lines") would be refused, and nothing imported")
        }
    }
}
