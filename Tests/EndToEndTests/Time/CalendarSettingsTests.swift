// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import TestSupport
import Testing

/// Workdays, holidays and the place of the sun: settings whose changes move the dates of pending requests.
@Suite struct CalendarSettingsTests {
    /// Tuesday noon in Berlin; the 25th is a Wednesday.
    private static let now = "2026-11-24T12:00:00+01:00"

    /// An iCalendar file with these days as events of whole days.
    private static func holidays(_ days: String...) -> String {
        let events = days.map {
            "BEGIN:VEVENT\r\nUID:\($0)\r\nDTSTART;VALUE=DATE:\($0)\r\nSUMMARY:Off\r\nEND:VEVENT\r\n"
        }
        return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + events.joined() + "END:VCALENDAR\r\n"
    }

    private static let noon = ["BELFRY_NOW": now, "TZ": "Europe/Berlin"]

    private func start(_ agent: TestAgent, _ configuration: (String) -> String) async throws -> String {
        let file = try agent.folders.file("holidays.ics", Self.holidays("20261125").utf8)
        try agent.folders.configure(configuration(file))
        #expect(try await agent.belfry("reload").status == 0)
        return file
    }

    /// Waits until the request is due at this reading of the clock in Berlin.
    private func expect(_ date: String, _ identifier: String, _ agent: TestAgent) async throws {
        try await withDeadline {
            while true {
                let pending = try await agent.proxy().pending()
                let due = pending.first { $0["identifier"]?.string == identifier }?["nextTriggerDate"]?.string
                if due?.hasPrefix(date) == true { return }
                try await yieldUntilDeadline()
            }
        }
    }

    private func add(_ identifier: String, _ time: String, to agent: TestAgent) async throws {
        _ = try await agent.proxy().add([
            "identifier": .string(identifier), "title": .string("Tea"),
            "trigger": .properties(["expression": .string(time)]),
        ])
    }

    @Test func `an edit of the holidays moves the dates, also while no agent runs`() async throws {
        try await withAgent(environment: Self.noon) { agent in
            let file = try await start(agent) { "[calendar]\nholidays = \"\($0)\"\n" }
            try await add("work", "every workday 9:00", to: agent)
            try await add("each", "every day 9:00 except holidays", to: agent)
            try await add("plain", "every day 9:00", to: agent)
            try await expect("2026-11-26T09:00", "work", agent)
            try await expect("2026-11-26T09:00", "each", agent)
            try await expect("2026-11-25T09:00", "plain", agent)

            try agent.folders.write(Self.holidays("20261126", "20261127"), to: file)
            try await expect("2026-11-25T09:00", "work", agent)
            try await agent.clock.advance(86_400)
            try await expect("2026-11-30T09:00", "work", agent)
            try await expect("2026-11-28T09:00", "each", agent)

            try await agent.kill()
            try agent.folders.write(Self.holidays("20261130"), to: file)
            try await agent.start(["BELFRY_NOW": "2026-11-25T12:00:00+01:00", "TZ": "Europe/Berlin"])
            try await expect("2026-11-26T09:00", "work", agent)
            try await expect("2026-11-26T09:00", "each", agent)
        }
    }

    @Test func `a day that became a holiday while the request was due is not told`() async throws {
        try await withAgentAndServer(environment: Self.noon) { agent, server in
            let file = try await start(agent) { "[calendar]\nholidays = \"\($0)\"\n" }
            try await add("work", "every workday 9:00", to: agent)
            try await expect("2026-11-26T09:00", "work", agent)
            try agent.folders.write(Self.holidays("20261126"), to: file)
            try await expect("2026-11-25T09:00", "work", agent)
            try await agent.clock.advance(3 * 86_400)
            try await agent.waitForDelivered(["work": "shown"])
            #expect(server.takeNotifications().count == 2, "Wednesday and Friday")
        }
    }

    @Test func `sunset is at the place of the settings, and follows it`() async throws {
        try await withAgent(environment: Self.noon) { agent in
            _ = try await start(agent) { _ in "[sun]\nlatitude = 52.52\nlongitude = 13.41\n" }
            try await add("shutters", "every day at sunset", to: agent)
            try await add("fixed", "every day 30m before sunset at 52.52,13.41", to: agent)
            try await expect("2026-11-24T16:02:07", "shutters", agent)
            try await expect("2026-11-24T15:32:07", "fixed", agent)
            let shown = try await agent.belfry("show", "shutters")
            #expect(shown.output.contains("every day at sunset"), "\(shown.output)")

            // Cologne is 27 minutes west of Berlin.
            #expect(try await agent.belfry("config", "set", "sun.longitude", "6.96").status == 0)
            try await expect("2026-11-24T16:27", "shutters", agent)
            try await expect("2026-11-24T15:32:07", "fixed", agent)
        }
    }

    @Test func `without the place a request of the sun waits, and comes back with it`() async throws {
        try await withAgent(environment: Self.noon) { agent in
            _ = try await start(agent) { _ in "[sun]\nlatitude = 52.52\nlongitude = 13.41\n" }
            try await add("shutters", "every day at sunset", to: agent)
            try await expect("2026-11-24T16:02:07", "shutters", agent)
            try agent.folders.configure("quota = 9\n")
            #expect(try await agent.belfry("reload").status == 0)
            try await withDeadline {
                while try await agent.proxy().pending().first?["nextTriggerDate"] != nil {
                    try await yieldUntilDeadline()
                }
            }
            try await agent.clock.advance(86_400)
            let listed = try await agent.belfry("list", "--all")
            #expect(listed.output.contains("no date: see [calendar] and [sun] of config.toml"), "\(listed.output)")
            try agent.folders.configure("[sun]\nlatitude = 52.52\nlongitude = 13.41\n")
            #expect(try await agent.belfry("reload").status == 0)
            try await expect("2026-11-25T16:01:06", "shutters", agent)
        }
    }

    @Test func `without a place sunset is refused, and the message says what to set`() async throws {
        try await withAgent { agent in
            let refused = try await agent.belfry("remind", "close", "the", "shutters", "at", "sunset")
            #expect(refused.status == 65 || refused.status == 2)
            #expect(refused.errors.contains("sunset needs a place"), "\(refused.errors)")
            #expect(refused.errors.contains("[sun] of config.toml"), "\(refused.errors)")
        }
    }

    @Test func `status and doctor say the days in force, and what is wrong with a file`() async throws {
        try await withAgent(environment: Self.noon) { agent in
            let file = try await start(agent) {
                "[calendar]\nworkdays = \"sun-thu\"\nholidays = [\"\($0)\", \"/nowhere/x.ics\"]\n[sun]\nlatitude = 1\nlongitude = 2.5\n"
            }
            let status = try await agent.belfry("status")
            #expect(
                status.output.contains("workdays mon-thu,sun; 1 holiday, the next on 2026-11-25"), "\(status.output)")
            #expect(status.output.contains("/nowhere/x.ics is missing"), "\(status.output)")
            #expect(status.output.contains("at 1.0,2.5"), "\(status.output)")
            let json = try #require(try await agent.belfry("status", "--json").objects().first?["calendar"])
            let words = String(describing: json)
            #expect(words.contains(file), "\(words)")
            let doctor = try await agent.belfry("doctor")
            #expect(doctor.output.contains("/nowhere/x.ics is missing"), "\(doctor.output)")
        }
    }

    @Test(arguments: [
        ("calendar.workdays", "funday", "must be days such as \"mon-fri\""),
        ("calendar.holidays", "days.ics", "must be an iCalendar file such as \"~/holidays.ics\""),
        ("sun.latitude", "91", "sun.latitude must be a number of degrees from -90 to 90"),
        ("sun.latitude", "52", "sun needs latitude and longitude"),
    ])
    func `a mistake in the settings is named`(key: String, value: String, message: String) async throws {
        try await withAgent(configuration: "quota = 9\n") { agent in
            let refused = try await agent.belfry("config", "set", key, value)
            #expect(refused.status == 65 && refused.errors.contains(message), "\(refused.errors)")
        }
    }
}
