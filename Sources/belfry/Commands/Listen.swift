// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser

/// The command `belfry listen`: prints events as they happen.
struct Listen: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen",
        abstract: "Print events as JSON lines, until interrupted.",
        discussion: """
            Prints a line for each request that is added, fired, shown, answered or removed. With --since, first \
            prints the events after that event, without gap or repetition; --since 0 begins with the oldest event of \
            this machine in the log.
            """)

    @Option(help: ArgumentHelp("Begin after the event with this cursor.", valueName: "cursor"))
    var since: Int64?

    @Flag(help: "Include the events of all applications.")
    var all = false

    @Flag(help: "Print JSON, which is also the default.")
    var json = false

    @OptionGroup var owner: ApplicationOption

    func validate() throws {
        if all, owner.app != nil { throw ValidationError("--all and --app exclude each other.") }
    }

    func run() async throws {
        let session = try await owner.session(ofAll: all)
        let listener = EventListener(session, since: since)
        let status = try await listener.run()
        if status != 0 { throw ExitCode(status) }
    }
}
