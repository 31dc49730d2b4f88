// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus
import SettingsEditor

/// The command `belfry quiet`: sets the quiet hours, or ends them.
struct Quiet: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "quiet",
        abstract: "Set the hours of each day in which notifications are held back.",
        discussion: """
            What is held back is shown afterwards, as one digest. Time-sensitive and critical notifications are shown \
            all the same. Without hours, belfry quiet prints those in force. They are kept in config.toml.

            belfry quiet 22:00-07:00
            belfry quiet 09:00-17:00 --days mon-fri --except-critical
            belfry quiet off
            """)

    @Argument(help: ArgumentHelp("The hours, such as 22:00-07:00; or off.", valueName: "hours"))
    var words: [String] = []

    @Option(
        help: ArgumentHelp(
            "The days on which the hours begin, such as mon-fri or fri,sat (default: all).", valueName: "days"))
    var days: String?

    @Flag(help: "Show only critical notifications, and hold time-sensitive ones back, too.")
    var exceptCritical = false

    @OptionGroup var trial: TrialOption
    @OptionGroup var json: JSONOption

    private static let table = SettingsName(["quiet"])

    private var isEnd: Bool { words.map { $0.lowercased() } == ["off"] }

    func validate() throws {
        guard words.isEmpty || isEnd, days != nil || exceptCritical else { return }
        throw ValidationError("--days and --except-critical need hours: belfry quiet 22:00-07:00 --days mon-fri.")
    }

    func run() async throws {
        let file = try await ConfigurationFile()
        guard !words.isEmpty else { return try await tell(file) }
        var (text, values) = (SettingsText(file.text), [String: Value]())
        do {
            // All four keys of the table are written or removed, so that no key of earlier quiet hours is left.
            let hours = isEnd ? nil : try QuietRange(words)
            for key in ["from", "to", "days", "pierce"] {
                let name = SettingsName(["quiet", key])
                let value: String? =
                    switch key {
                    case "from": hours.map { SettingsLiteral.quoted($0.from) }
                    case "to": hours.map { SettingsLiteral.quoted($0.to) }
                    case "days": days.map(SettingsLiteral.quoted)
                    default: exceptCritical ? SettingsLiteral.list(of: ["critical"]) : nil
                    }
                if let value { try text.set(name, to: value) } else { try text.remove(name) }
            }
            values = try await file.check(text, against: file.values(), changed: Self.table.contains)
        } catch {
            throw SettingsFault.naming(error, file)
        }
        guard !trial.isWanted else {
            let own = values.filter { $0.key.hasPrefix("quiet.") }
            let keys = own.map { (String($0.key.dropFirst("quiet.".count)), $0.value) }
            try json.print(
                Dictionary(keys) { one, _ in one }, or: own.isEmpty ? ["no quiet hours"] : SettingsLines.of(own))
            return trial.tell()
        }
        try await file.write(text.description)
        try await tell(file)
    }

    private func tell(_ file: ConfigurationFile) async throws {
        let quiet = try await file.agent.status()["quiet"]?.properties
        try json.print(quiet ?? [:], or: [Self.words(for: quiet)])
    }

    /// Describes the quiet hours that the agent's `Status` reports.
    static func words(for quiet: [String: Value]?) -> String {
        guard let quiet else { return "no quiet hours" }
        func word(_ key: String) -> String { quiet[key]?.string?.onOneLine ?? "" }
        let days = quiet["days"] == nil ? "" : ", \(word("days"))"
        let now = quiet["until"] == nil ? "; not in force now" : "; in force until \(word("until"))"
        return "quiet hours from \(word("from")) to \(word("to"))\(days)\(now)"
    }
}

/// Hours as a person types them: `22:00-07:00`, `22-7`, `10pm-7am`, `from 22:00 to 07:00`.
private struct QuietRange {
    let from: String
    let to: String

    init(_ words: [String]) throws {
        let text = words.joined(separator: " ").lowercased()
        var ends = text.split { $0 == "-" || $0 == "–" || $0 == " " }
        if ends.first == "from" { ends.removeFirst() }
        if ends.count == 3, ["to", "until"].contains(ends[1]) { ends.remove(at: 1) }
        guard ends.count == 2, let from = Self.time(ends[0]), let to = Self.time(ends[1]) else {
            throw Failure(.badData, "\"\(text.onOneLine)\" is no range of hours; write e.g. 22:00-07:00, or off")
        }
        (self.from, self.to) = (from, to)
    }

    /// Reads `22:00`, `22`, `10pm`, `10:30pm`, `noon` and `midnight`.
    private static func time(_ text: Substring) -> String? {
        if let name = ["noon": "12:00", "midnight": "00:00"][text] { return name }
        let half = ["am", "pm"].first { text.hasSuffix($0) }
        let parts = text.dropLast(half?.count ?? 0).split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts[0].count <= 2, let hour = Int(parts[0]),
            (half == nil ? 0...23 : 1...12).contains(hour)
        else { return nil }
        let full = half.map { hour % 12 + ($0 == "pm" ? 12 : 0) } ?? hour
        return "\(full < 10 ? "0" : "")\(full):\(parts.count == 2 ? String(parts[1]) : "00")"
    }
}
