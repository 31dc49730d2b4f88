// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus
import FoundationEssentials
import Synchronization
import Triggers

/// The command `belfry count`: prints the number of notifications that wait for the person, for status bars.
struct Count: JSONCommand {
    static let configuration = CommandConfiguration(
        commandName: "count",
        abstract: "Print how many notifications wait for you, for status bars.",
        discussion: """
            Counts notifications that were delivered and neither answered nor removed, and those that a pause, the quiet \
            hours or a missed time hold back. With --json, a line has text, tooltip and class as waybar reads them. No \
            line has a title, so a locked screen hides nothing of it.
            """)

    @Flag(help: "Print a line whenever something has changed, until interrupted.")
    var follow = false

    @Flag(help: "Count pending requests instead.")
    var pending = false

    @Flag(help: "Print JSON: text, tooltip and class.")
    var json = false

    @OptionGroup var owner: ApplicationOption

    var wantsJSON: Bool { json || Environment.wantsJSON }

    func validate() throws {
        if owner.app != nil { throw ValidationError("count is about all applications; --app can't be given.") }
    }

    func run() async throws {
        let session = try await owner.session(ofAll: true)
        guard follow else { return Console.print(try line(try await session.agent.status())) }
        let last = Mutex("")
        let follower = StateFollower(session) {
            let status = try await session.agent.status()
            let line = try line(status)
            let isNew = last.withLock { last in
                defer { last = line }
                return last != line
            }
            if isNew { Console.print(line) }
            return CountText(status).timeUntilQuietChanges(at: Date())
        }
        let status = try await follower.run()
        if status != 0 { throw ExitCode(status) }
    }

    private func line(_ status: [String: Value]) throws -> String {
        let text = CountText(status)
        let number = String(pending ? text.pending : text.waiting)
        guard wantsJSON else { return number }
        return try JSONText.line([
            "text": .string(number), "tooltip": .string(text.tooltip), "class": .strings(text.classes),
        ])
    }
}

/// The words about the agent's status for a status bar.
struct CountText {
    private let status: [String: Value]

    init(_ status: [String: Value]) { self.status = status }

    var pending: Int { status["pending"]?.int ?? 0 }
    var waiting: Int { (status["delivered"]?.int ?? 0) + held }
    private var held: Int { status["held"]?.int ?? 0 }
    private var isPaused: Bool { status["paused"]?.array?.isEmpty == false }
    private var isQuiet: Bool { status["quiet"]?.properties?["until"] != nil }

    /// The classes for the bar's style sheet: `none` or `waiting`, and `held`, `paused`, `quiet`, `trouble`.
    var classes: [String] {
        [
            waiting == 0 ? "none" : "waiting", held > 0 ? "held" : nil, isPaused ? "paused" : nil,
            isQuiet ? "quiet" : nil, status["trouble"] == nil ? nil : "trouble",
        ].compactMap(\.self)
    }

    /// The lines of the tooltip; no title is among them.
    var tooltip: String {
        let wait =
            waiting == 0
            ? "No notification waits" : waiting == 1 ? "1 notification waits" : "\(waiting) notifications wait"
        let next = status["nextDue"]?.string.map { ", the next \($0.onOneLine)" } ?? ""
        let paused = (status["paused"]?.array ?? []).compactMap(\.properties).map { pause in
            let app = pause["app"]?.string ?? ""
            let until = pause["until"]?.string.map { " until \($0)" } ?? ""
            return "Paused\(app == AgentNames.allApplications ? "" : ": \(app.onOneLine)")\(until.onOneLine)"
        }
        let quiet = status["quiet"]?.properties?["until"]?.string.map { "Quiet hours until \($0.onOneLine)" }
        let trouble = status["trouble"] == nil ? nil : "The notification server reports errors: see belfry status"
        let lines =
            [
                wait + (held > 0 ? ", \(held) of them held back" : ""), "\(pending) pending\(next)",
            ] + paused + [quiet, trouble].compactMap(\.self)
        return lines.joined(separator: "\n")
    }

    /// The time until the quiet hours begin or end, of which the agent reports no event; nil without quiet hours.
    func timeUntilQuietChanges(at now: Date) -> Duration? {
        let hours = status["quiet"]?.properties
        let times = ["from", "to"].compactMap { hours?[$0]?.string }.compactMap(Self.minute)
        let local = LocalTime(now, in: .current)
        let present = (local.hour * 60 + local.minute) * 60 + local.second
        // A second later than the change, so that the agent's clock has passed it, too.
        return times.map { .seconds(($0 * 60 - present + 86400 - 1) % 86400 + 2) }.min()
    }

    /// The minute of the day of a time such as `22:00`.
    private static func minute(_ time: String) -> Int? {
        let parts = time.split(separator: ":").compactMap { Int($0) }
        return parts.count >= 2 ? parts[0] * 60 + parts[1] : nil
    }
}
