// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus
import Glibc

/// The command `belfry import`: reads an export of another machine, or reminders of another program.
struct Import: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import the output of \"belfry export\", or reminders of other programs.",
        discussion: """
            crontab -l | belfry import --dry-run
            belfry import holidays.ics
            (atq; for job in $(atq | cut -f1); do at -c $job; done) | belfry import

            Reminders of other programs: a crontab, the queue of at, an iCalendar file (.ics), a file of remind, or Org \
            timestamps. A line that can't be carried over is listed, and the others are added. The same file twice adds \
            nothing twice. The command of a job becomes the text of a reminder; with --with-commands it also runs.

            An export: all of it or nothing. Existing data is kept. A request that became due after the export is late \
            or missed, as its ifMissed says. A second import of the same export changes nothing.

            The exit status is 65 if a line of an export is invalid, or if nothing in another file can be carried over; \
            the message names it.
            """)

    @Argument(help: ArgumentHelp("The file; - or nothing is the standard input.", valueName: "file"))
    var file: String?

    @Option(help: ArgumentHelp("The format of the file (default: by its content).", valueName: "format"))
    var from: ReminderFileFormat?

    @Option(
        help: ArgumentHelp(
            "Import only the data of this application (default: all); or add reminders in its name.", valueName: "id"))
    var app: String?

    @Flag(
        name: .shortAndLong, help: "Print what would be imported and which lines would be refused, and change nothing.")
    var dryRun = false

    @Flag(help: "Let the commands of jobs run at their times. On a terminal, you see and confirm the list first.")
    var withCommands = false

    @Flag(help: "Replace existing data by the imported data.")
    var replace = false

    @Flag(help: "Import an export again that was imported before, or reminders that have ended since their import.")
    var again = false

    @OptionGroup var json: JSONOption

    func validate() throws {
        if file == nil, isatty(STDIN_FILENO) != 0 {
            throw ValidationError("Give the name of a file, or pipe one into the standard input.")
        }
        if withCommands, json.isWanted, !dryRun {
            throw ValidationError("--with-commands asks on a terminal, and can't be combined with --json.")
        }
    }

    func run() async throws {
        let source = try TransferSource.open(file)
        if from != nil || withCommands || TransferSource.isOfOtherProgram(source) {
            let options = ["replace": replace, "again": again, "withCommands": withCommands]
            return try await ReminderImport(
                source: source, path: file, format: from, app: app, options: options, isTrial: dryRun, json: json
            ).run()
        }
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

/// A value of `--from`.
enum ReminderFileFormat: String, ExpressibleByArgument, CaseIterable { case crontab, at, ics, remind, org }
