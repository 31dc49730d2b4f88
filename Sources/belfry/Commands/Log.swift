// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// The command `belfry log`: prints past events.
struct Log: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Print the events of the log, oldest first.",
        discussion:
            "Prints when requests were added, fired (and how late), shown, answered or removed. The log has the last "
            + "10000 events. Its only texts are the outputs of commands of --on."
    )

    @Option(name: .customShort("n"), help: ArgumentHelp("The number of newest events.", valueName: "count"))
    var count: UInt32 = 50

    @Option(help: ArgumentHelp("Print only the events of this request.", valueName: "identifier"))
    var id: String?

    @Flag(help: "Include the events of all applications.")
    var all = false

    @OptionGroup var json: JSONOption
    @OptionGroup var owner: ApplicationOption

    func validate() throws {
        try owner.refuse(all: all)
        if !(1...10_000).contains(count) { throw ValidationError("-n must be from 1 to 10000.") }
    }

    func run() async throws {
        let agent = try await owner.session(ofAll: all).agent
        var options: [String: Value] = ["limit": .uint32(count), "newest": .boolean(true)]
        if let id { options["identifier"] = .string(id) }
        let events = try await agent.log(options)
        guard !json.isWanted else {
            return Console.print(try events.map { try JSONText.line(EventDates.readable($0)) })
        }
        let width = min(36, events.map { ($0["identifier"]?.string ?? "").count }.max() ?? 0)
        Console.print(
            try events.map { event in
                let date = (event["date"]?.string ?? "").replacing("T", with: " ").prefix(19)
                let identifier = (event["identifier"]?.string ?? "").onOneLine.padded(to: width)
                let app = all ? "  " + (event["app"]?.string ?? "").onOneLine : ""
                let kind = (event["kind"]?.string ?? "").padded(to: 12)
                return
                    "\(Console.dim(String(date)))  \(Console.bold(identifier))\(app)  \(kind)\(try Self.detail(event))"
            })
    }

    /// Returns the event's details: `late=3 actionIdentifier=done`.
    private static func detail(_ event: [String: Value]) throws -> String {
        try (event["detail"]?.properties ?? [:]).sorted { $0.key < $1.key }
            .map { " \($0.key)=\(try DictionaryText.text($0.value))" }.joined()
    }
}
