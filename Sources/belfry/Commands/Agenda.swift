// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus
import NotificationServer
import Synchronization

/// The command `belfry agenda`: lists the dates of requests within the next days.
struct Agenda: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "agenda",
        abstract: "List the dates of requests in the next days, day by day.",
        discussion: """
            A repeating request has a line for each of its dates, at most 200. With --follow, the agenda is printed \
            again after each change; applications whose texts the screen lock hides are then printed without titles.
            """)

    @Option(help: ArgumentHelp("The number of days, today included: 1 to 366.", valueName: "count"))
    var days: UInt32 = 7

    @Flag(help: "Print the agenda again after each change, until interrupted.")
    var follow = false

    @OptionGroup var json: JSONOption
    @OptionGroup var owner: ApplicationOption

    func validate() throws {
        if !(1...366).contains(days) { throw ValidationError("--days must be from 1 to 366.") }
    }

    func run() async throws {
        let session = try await owner.session(ofAll: owner.app == nil)
        guard follow else { return try await printOnce(session, isFirst: true) }
        let isFirst = FirstTime()
        let follower = StateFollower(session) {
            Console.say("the agent does not answer; waiting for it")
        } print: {
            try await printOnce(session, isFirst: isFirst.take())
            return nil
        }
        let status = try await follower.run()
        if status != 0 { throw ExitCode(status) }
    }

    private func printOnce(_ session: Session, isFirst: Bool) async throws {
        let rows = try await session.agent.agenda(days: days, hidesTexts: follow)
        if json.isWanted { return Console.print(try rows.map { try JSONText.line($0) }) }
        let lines = AgendaText.lines(rows)
        if lines.isEmpty, !follow {
            return Console.say("no date within \(days == 1 ? "this day" : "these \(days) days")")
        }
        Console.print((isFirst ? [] : [""]) + (lines.isEmpty ? [Console.dim("nothing")] : lines))
    }
}

/// A flag that is true at its first reading, and false afterwards.
private final class FirstTime: Sendable {
    private let isLeft = Mutex(true)

    func take() -> Bool {
        isLeft.withLock { isLeft in
            defer { isLeft = false }
            return isLeft
        }
    }
}

/// The lines of an agenda for people: a heading for each day, and a line for each date.
enum AgendaText {
    /// Returns the lines of the rows, which are sorted by date.
    ///
    /// The key `text` of a row begins with the day, such as `Tue 2026-11-24`, and the time of day.
    static func lines(_ rows: [[String: Value]]) -> [String] {
        var lines: [String] = []
        var day = ""
        let width = min(24, rows.map { $0["identifier"]?.string?.onOneLine.count ?? 0 }.max() ?? 0)
        for row in rows {
            let text = row["text"]?.string ?? ""
            if text.prefix(14) != day {
                if !day.isEmpty { lines.append("") }
                day = String(text.prefix(14))
                lines.append(Console.bold(day))
            }
            lines.append(line(row, text.dropFirst(15).prefix(5), width))
        }
        return lines
    }

    private static func line(_ row: [String: Value], _ time: Substring, _ width: Int) -> String {
        let name = (row["identifier"]?.string ?? "").onOneLine.padded(to: width)
        let title = (row["title"]?.string ?? "").onOneLine
        let facts = [
            row["when"]?.string?.onOneLine, row["snoozed"]?.bool == true ? "snoozed" : nil,
            row["warnsOf"] == nil ? nil : "early warning", row["more"]?.bool == true ? "and later dates" : nil,
        ].compactMap(\.self)
        let start = "  \(time)  \(name)  \(title.isEmpty ? "(no title)" : title)"
        let end = facts.isEmpty ? "" : "  " + facts.joined(separator: ", ")
        guard Console.isTerminal else { return start + end }
        let cut = start.cut(to: Console.columns)
        return cut + Console.dim(end.cut(to: Console.columns - TextWidth.of(cut)))
    }
}
