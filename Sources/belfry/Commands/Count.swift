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
            hours or a missed time hold back. With --json, a line has text, tooltip and class as waybar reads them, and \
            full_text as i3bar does. No line has a title, so a locked screen hides nothing of it. With --follow, a ? means \
            that no agent answers; the command waits for it.
            """)

    @Flag(help: "Print a line whenever something has changed, until interrupted.")
    var follow = false

    @Flag(help: "Count pending requests instead.")
    var pending = false

    @Flag(help: "Print JSON: text, tooltip and class.")
    var json = false

    var wantsJSON: Bool { json || Environment.wantsJSON }

    func run() async throws {
        let session = try await Session(for: AgentNames.allApplications)
        guard follow else { return Console.print(try line(try await session.agent.status())) }
        let last = Mutex("")
        @Sendable func print(_ line: String) {
            let isNew = last.withLock { last in
                defer { last = line }
                return last != line
            }
            if isNew { Console.print(line) }
        }
        let away = try document("?", "The agent does not answer", ["trouble"])
        let follower = StateFollower(session) {
            print(away)
        } print: {
            let status = try await session.agent.status()
            print(try line(status))
            return CountText(status).timeUntilChange(at: Date())
        }
        let status = try await follower.run()
        if status != 0 { throw ExitCode(status) }
    }

    private func line(_ status: [String: Value]) throws -> String {
        let text = CountText(status)
        let count = pending ? text.pending : text.waiting
        let base = count == 0 ? "none" : pending ? "pending" : "waiting"
        return try document(String(count), text.tooltip, [base] + text.classes)
    }

    /// Returns the line for a status bar: the given number, or with `--json` the keys of waybar and i3bar.
    private func document(_ number: String, _ tooltip: String, _ classes: [String]) throws -> String {
        guard wantsJSON else { return number }
        return try JSONText.line([
            "text": .string(number), "full_text": .string(number), "tooltip": .string(tooltip),
            "class": .strings(classes),
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

    private var hasServer: Bool { status["server"] != nil }

    /// The status bar's CSS classes, besides `none`, `pending` or `waiting`: `held`, `paused`, `quiet`, `trouble`.
    var classes: [String] {
        [
            held > 0 ? "held" : nil, isPaused ? "paused" : nil, isQuiet ? "quiet" : nil,
            status["trouble"] != nil || !hasServer ? "trouble" : nil,
        ].compactMap(\.self)
    }

    /// The lines of the tooltip, which has no titles of notifications.
    var tooltip: String {
        let wait =
            waiting == 0
            ? "No notification waits" : waiting == 1 ? "1 notification waits" : "\(waiting) notifications wait"
        let next = status["nextDue"]?.string.map { ", the next \(Self.date($0))" } ?? ""
        let paused = (status["paused"]?.array ?? []).compactMap(\.properties).map { pause in
            let app = pause["app"]?.string ?? ""
            let until = pause["until"]?.string.map { " until \(Self.date($0))" } ?? ""
            return "Paused\(app == AgentNames.allApplications ? "" : ": \(app.onOneLine)")\(until)"
        }
        let quiet = status["quiet"]?.properties?["until"]?.string.map { "Quiet hours until \(Self.date($0))" }
        let trouble =
            !hasServer
            ? "No notification server runs: due notifications wait for one"
            : status["trouble"] == nil ? nil : "The notification server reports errors: see belfry status"
        let lines =
            [
                wait + (held > 0 ? ", \(held) of them held back" : ""), "\(pending) pending\(next)",
            ] + paused + [quiet, trouble].compactMap(\.self)
        return lines.joined(separator: "\n")
    }

    /// Returns the agent's text for a date without the time left, such as `(in 2 h)`, which becomes wrong while the
    /// tooltip stays the same.
    private static func date(_ text: String) -> String {
        String(text.onOneLine.split(separator: " (", maxSplits: 1).first ?? "")
    }

    /// Time until quiet hours begin or end, or a pause ends, for which the agent sends no event; nil if nothing is due.
    func timeUntilChange(at now: Date) -> Duration? {
        let hours = status["quiet"]?.properties
        let times = ["from", "to"].compactMap { hours?[$0]?.string }.compactMap(Self.minute)
        let local = LocalTime(now, in: .current)
        let present = (local.hour * 60 + local.minute) * 60 + local.second
        let pauses = (status["paused"]?.array ?? []).compactMap { $0.properties?["untilUnix"]?.double }
        // A second is added to the time of the change, so that the agent's clock has passed it, too.
        let quiet = times.map { Duration.seconds(($0 * 60 - present + 86400 - 1) % 86400 + 2) }
        return (quiet + pauses.map { .seconds(max(0, $0 - now.timeIntervalSince1970) + 1) }).min()
    }

    /// The minute of the day of a time such as `22:00`.
    private static func minute(_ time: String) -> Int? {
        let parts = time.split(separator: ":").compactMap { Int($0) }
        return parts.count >= 2 ? parts[0] * 60 + parts[1] : nil
    }
}
