// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentCallers
@testable import AgentInbox
@testable import AgentRules
import FoundationEssentials
import NotificationModel
import NotificationStore
import TestSupport
import Testing
import Triggers

/// Dates after a change of the person's workdays, holidays or place, and the files with holidays.
@Suite struct NewCalendarTests {
    private static let now = Date(timeIntervalSince1970: 1_795_262_400)
    private static let day = 86_400.0

    private func wait(_ trigger: Trigger, due: Date, fired: Date? = nil) -> PendingRequest {
        PendingRequest(
            app: "app", request: Request(identifier: "a", content: Content(title: "A"), trigger: trigger),
            due: due, addedAt: Self.now - 5 * Self.day, lastFired: fired)
    }

    @Test func `a request without a date in the present calendar waits for another one, and is not deleted`() throws {
        let sunset = Trigger.sun(SunTrigger(.sunset, repeats: true))
        let pending = wait(sunset, due: Self.now + 3600, fired: Self.now - Self.day)
        let (due, _) = try #require(NextDate.afterNewCalendar(pending, in: .gmt, at: Self.now))
        #expect(due == Trigger.noDate)
        #expect(NextDate.afterFiring(pending, at: Self.now + 3600, in: .gmt).due == Trigger.noDate)
        #expect(wait(sunset, due: due).nextDate == nil)

        var sundays = try RecurrenceSet(parsing: "FREQ=WEEKLY;BYDAY=SU;BYHOUR=9")
        sundays.calendar = .workdays
        let never = wait(.rule(sundays), due: Self.now + 3600)
        #expect(NextDate.afterFiring(never, at: Self.now, in: .gmt).due == Trigger.noDate)
    }

    @Test func `a rule that is over ends, whatever the calendar leaves out`() throws {
        var set = try RecurrenceSet(parsing: "FREQ=DAILY;COUNT=1;BYHOUR=9", start: .instant(Self.now - Self.day))
        set.calendar = .exceptHolidays
        let pending = wait(.rule(set), due: Self.now - 3600)
        #expect(NextDate.afterFiring(pending, at: Self.now, in: .gmt).due == nil)
    }

    @Test func `an import without a place of the sun here waits for one`() {
        let pending = wait(.sun(SunTrigger(.sunset, repeats: true)), due: Trigger.noDate)
        #expect(NextDate.afterNewCalendar(pending, in: .gmt, at: Self.now)?.due == Trigger.noDate)
    }

    @Test func `dates of the sun do not tell a sandboxed program where the person is`() throws {
        var calendar = PersonalCalendar()
        calendar.place = Coordinate(latitude: 1, longitude: 2)
        for isSandboxed in [false, true] {
            let caller = Caller(connection: ":1.7", app: "a", isSandboxed: isSandboxed)
            #expect((SandboxRules.calendar(for: caller, of: calendar).place == nil) == isSandboxed)
        }
    }

    // MARK: - Files

    private func read(_ events: String...) throws -> (days: Set<Int>?, problem: String?) {
        let folder = try temporaryFolder("holidays")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/a.ics"
        let text = events.map { "BEGIN:VEVENT\r\n\($0)\r\nEND:VEVENT\r\n" }.joined()
        try Data("BEGIN:VCALENDAR\r\n\(text)END:VCALENDAR\r\n".utf8).write(to: URL(filePath: path))
        return HolidayFile.read(path, at: Self.now)
    }

    private func day(_ text: String) throws -> Int { try #require(LocalTime(text + "T00:00:00")).dayNumber }

    @Test func `whole days are holidays, each day of several and each year, for eleven years`() throws {
        let (days, problem) = try read(
            "UID:1\r\nDTSTART;VALUE=DATE:20261224\r\nDTEND;VALUE=DATE:20261227",
            "UID:2\r\nDTSTART;VALUE=DATE:20100101\r\nRRULE:FREQ=YEARLY",
            "UID:3\r\nDTSTART:20261130T090000", "UID:4\r\nDTSTART;VALUE=DATE:20261201\r\nSTATUS:CANCELLED")
        #expect(problem == nil)
        let expected =
            try ["2026-12-24", "2026-12-25", "2026-12-26"].map(day) + (2025...2036).map { try day("\($0)-01-01") }
        #expect(days == Set(expected))
    }

    @Test func `a file with endlessly many holidays ends with a problem, and soon`() throws {
        let daily = (1...40).map { "UID:\($0)\r\nDTSTART;VALUE=DATE:20200101\r\nRRULE:FREQ=DAILY" }
        let text = daily.joined(separator: "\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\n")
        let (days, problem) = try read(text)
        #expect(days?.isEmpty == false)
        #expect(problem?.contains("or takes over two seconds") == true, "\(problem ?? "")")
    }

    @Test func `a file that is missing or something else has no days that replace the known ones`() throws {
        let missing = HolidayFile.read("/nowhere/a.ics", at: Self.now)
        #expect(missing.days == nil && missing.problem == "/nowhere/a.ics is missing")
        let other = HolidayFile.read("/etc/passwd", at: Self.now)
        #expect(other.days == nil && other.problem == "/etc/passwd is not an iCalendar file")
    }
}
