// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// The command `belfry explain`: shows the meaning of a time.
struct Explain: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain how a time is read, and list its next dates.",
        discussion: """
            Adds no request. The exit status is 65 if the time is not understood.

            belfry explain "02:30 every day" --tz Europe/Berlin
            """)

    @Argument(help: ArgumentHelp("The time, in words.", valueName: "when"))
    var words: [String]

    @Option(name: .customShort("n"), help: ArgumentHelp("The number of dates, 1 to 1000.", valueName: "count"))
    var count: UInt32 = 3

    @OptionGroup var zone: ZoneOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        if !(1...1000).contains(count) { throw ValidationError("-n must be from 1 to 1000.") }
    }

    func run() async throws {
        let agent = try await Session(for: Environment.application).agent
        let trigger = TriggerOptions.words("expression", words.joined(separator: " "), timeZone: try zone.timeZone())
        let explanation = try await agent.explain(trigger, count: count)
        var lines = ["\(Console.dim("means"))  \(explanation["normalized"]?.string ?? "")"]
        for (index, date) in (explanation["dates"]?.array?.compactMap(\.properties) ?? []).enumerated() {
            lines.append("\(Console.dim(index == 0 ? "next " : "then "))  \(date["text"]?.string ?? "")")
        }
        lines += (explanation["notes"]?.strings ?? []).map { "\(Console.dim("note "))  \($0)" }
        try json.print(explanation, or: lines)
    }
}
