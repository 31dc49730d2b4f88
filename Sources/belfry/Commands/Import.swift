// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus
import Glibc

/// The command `belfry import`: reads an export of another machine.
struct Import: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import the output of \"belfry export\", all of it or nothing.",
        discussion: """
            Existing data is kept. A request that became due after the export is late or missed, as its ifMissed says. \
            A second import of the same export changes nothing. The exit status is 65 if a line is invalid; the \
            message names it.
            """)

    @Argument(help: ArgumentHelp("The export; - or nothing is the standard input.", valueName: "file"))
    var file: String?

    @Option(help: ArgumentHelp("Import only the data of this application (default: all).", valueName: "id"))
    var app: String?

    @Flag(
        name: .shortAndLong, help: "Print what would be imported and which lines would be refused, and change nothing.")
    var dryRun = false

    @Flag(help: "Replace existing data by the imported data.")
    var replace = false

    @Flag(help: "Import an export again that was imported before.")
    var again = false

    @OptionGroup var json: JSONOption

    func validate() throws {
        if file == nil, isatty(STDIN_FILENO) != 0 {
            throw ValidationError("Give the name of a file, or pipe an export into the standard input.")
        }
    }

    func run() async throws {
        let source = try TransferSource.open(file)
        let agent = try await Session(for: app ?? AgentNames.allApplications).agent
        let options = ["replace": replace, "again": again, "dryRun": dryRun].filter(\.value).mapValues(Value.boolean)
        let counts = try await agent.takeIn(source, options: options)
        let refused = counts["refused"]?.array?.compactMap(\.properties) ?? []
        try json.print(counts)
        if !json.isWanted {
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
