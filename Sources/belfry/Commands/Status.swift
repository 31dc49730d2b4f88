// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// The command `belfry status`: prints the state of the agent and the notification server.
struct Status: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Print the state of the agent and of the notification server.",
        discussion: "Starts the agent if it does not run. The exit status is 69 if that fails.")

    @OptionGroup var json: JSONOption

    func run() async throws {
        let status = try await Session(for: Environment.application).agent.status()
        try json.print(status, or: Self.lines(status))
    }

    private static func lines(_ status: [String: Value]) -> [String] {
        func number(_ key: String) -> Int { status[key]?.int ?? 0 }
        func text(_ key: String) -> String { status[key]?.string ?? "" }
        let hasServer = status["server"] != nil
        var rows = [
            ("agent", "belfryd \(text("version")), process \(number("processID"))"),
            ("pending", "\(number("pending"))" + (text("nextDue").isEmpty ? "" : ", the next \(text("nextDue"))")),
            (
                "delivered",
                "\(number("delivered"))" + waiting(number("unshown"), hasServer ? "to be shown" : "for a server")
            ),
            ("responses", responses(status)),
            ("unreadable", "\(number("unreadable")) damaged and set aside; see belfry log --all"),
            ("store", "\(text("store")), \(number("storeBytes")) bytes"),
            ("settings", text("configuration") + fault(text("configurationError"))),
            ("zone", text("zone") + (text("zoneData").isEmpty ? "" : ", rules of \(text("zoneData"))")),
        ]
        if number("unreadable") == 0 { rows.removeAll { $0.0 == "unreadable" } }
        let pauses = (status["paused"]?.array ?? []).compactMap(\.properties).map { pause in
            let app = pause["app"]?.string ?? ""
            return (app == AgentNames.allApplications ? "all applications" : app)
                + (pause["until"]?.string.map { " until \($0)" } ?? " until belfry resume")
        }
        if !pauses.isEmpty { rows.append(("paused", pauses.joined(separator: "; ").onOneLine)) }
        rows.append(("quiet", Quiet.words(for: status["quiet"]?.properties)))
        if let calendar = status["calendar"]?.properties { rows += Self.rows(of: calendar) }
        if number("held") > 0 { rows.append(("held", "\(number("held")) held back or missed; belfry list --missed")) }
        if let server = status["server"]?.properties {
            func word(_ key: String) -> String { (server[key]?.string ?? "").onOneLine }
            let capabilities = (server["capabilities"]?.strings ?? []).joined(separator: " ").onOneLine
            rows.append(("server", "\(word("name")) \(word("version")) (\(word("vendor"))): \(capabilities)"))
            if status["doNotDisturb"]?.bool == true {
                rows.append(("disturb", "Do Not Disturb is on: notifications may not pop up, and make no sound"))
            }
        } else if status["trouble"] == nil {
            rows.append(("server", "none; notifications wait for one. To see them in a terminal, run belfry desktop"))
        }
        if let trouble = status["trouble"]?.properties { rows.append(("trouble", Self.text(of: trouble))) }
        return Console.table(rows)
    }

    /// Describes the workdays, the holidays and the place for which sunrise and sunset are computed.
    private static func rows(of calendar: [String: Value]) -> [(String, String)] {
        let count = calendar["holidays"]?.int ?? 0
        let next = calendar["nextHoliday"]?.string.map { ", the next on \($0)" } ?? ""
        var days = "workdays \(calendar["workdays"]?.string ?? "")"
        if calendar["files"]?.array?.isEmpty == false {
            days += "; \(count) \(count == 1 ? "holiday" : "holidays")\(next)"
        }
        for problem in calendar["problems"]?.strings ?? [] { days += "; \(problem.onOneLine)" }
        guard let latitude = calendar["latitude"]?.double, let longitude = calendar["longitude"]?.double else {
            return [("calendar", days)]
        }
        return [("calendar", days), ("sun", "at \(latitude),\(longitude)")]
    }

    /// Describes a failing server: its name, since when and why it fails, and the next attempt.
    private static func text(of trouble: [String: Value]) -> String {
        func word(_ key: String) -> String { (trouble[key]?.string ?? "").onOneLine }
        let refused = trouble["refused"]?.int.map { "; \($0) rejected by the server and kept for a retry" } ?? ""
        let next = word("next").isEmpty ? "with another server" : "at \(RowPrinter.shortTime(word("next")))"
        let since = RowPrinter.shortTime(word("since"))
        return "\(word("server")) fails since \(since): \(word("error"))\(refused); tried again \(next)"
    }

    private static func fault(_ reason: String) -> String {
        reason.isEmpty ? "" : " is invalid, so the former settings stay in force: \(reason.onOneLine)"
    }

    /// Returns the number of undelivered responses by application; the total also counts `--on` commands to run.
    private static func responses(_ status: [String: Value]) -> String {
        let count = status["responses"]?.int ?? 0
        let owners = (status["responsesOf"]?.properties ?? [:]).sorted { $0.key < $1.key }
            .map { "\($0.value.int ?? 0) of \($0.key.onOneLine)" }
        guard count > 0 else { return "0" }
        return "\(count) not yet delivered" + (owners.isEmpty ? "" : ": " + owners.joined(separator: ", "))
    }

    private static func waiting(_ count: Int, _ words: String) -> String {
        count == 0 ? "" : ", \(count) of them wait \(words)"
    }
}
