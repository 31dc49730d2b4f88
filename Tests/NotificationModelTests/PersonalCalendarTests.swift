// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import Triggers

/// Triggers whose dates depend on the person's workdays, holidays and place.
@Suite struct PersonalCalendarTests {
    private func trigger(_ json: String) throws -> Trigger {
        try JSONDecoder().decode(Trigger.self, from: Data(json.utf8))
    }

    private func dates(
        _ json: String, _ count: Int, after start: String, in zone: Zone, by calendar: PersonalCalendar
    ) throws -> [String] {
        let trigger = try trigger(json)
        let anchor = try moment(start)
        var dates: [Date] = []
        while dates.count < count,
            let next = trigger.nextDate(after: dates.last ?? anchor, anchoredAt: anchor, in: zone, by: calendar)
        {
            dates.append(next)
        }
        return dates.map { $0.rfc3339(in: zone) }
    }

    /// A calendar with Christmas as holidays.
    private static func christmas() throws -> PersonalCalendar {
        var calendar = PersonalCalendar()
        calendar.holidays = Set(
            ["2026-12-25", "2026-12-26"].compactMap { LocalTime($0 + "T00:00:00")?.dayNumber })
        return calendar
    }

    private static let daily = #""rule":"FREQ=DAILY;BYHOUR=9;BYMINUTE=0;BYSECOND=0""#

    @Test func `workdays leave out weekends and holidays`() throws {
        let json = "{\(Self.daily),\"calendar\":\"workdays\"}"
        let dates = try dates(
            json, 3, after: "2026-12-24T08:00:00+01:00", in: zone("Europe/Berlin"), by: Self.christmas())
        // 25 December is a holiday on a Friday.
        #expect(
            dates == ["2026-12-24T09:00:00+01:00", "2026-12-28T09:00:00+01:00", "2026-12-29T09:00:00+01:00"])
    }

    @Test func `the person's own workdays count`() throws {
        var calendar = PersonalCalendar()
        calendar.workdays = [1, 2, 3, 4, 5]
        let json = "{\(Self.daily),\"calendar\":\"workdays\"}"
        let dates = try dates(json, 3, after: "2026-12-24T08:00:00Z", in: .gmt, by: calendar)
        #expect(dates == ["2026-12-24T09:00:00Z", "2026-12-27T09:00:00Z", "2026-12-28T09:00:00Z"])
    }

    @Test func `exceptHolidays leaves out holidays alone, on the clock of the rule`() throws {
        let json = "{\(Self.daily),\"calendar\":\"exceptHolidays\",\"timeZone\":\"Pacific/Auckland\"}"
        let dates = try dates(
            json, 2, after: "2026-12-23T21:00:00Z", in: zone("America/New_York"), by: Self.christmas())
        #expect(dates == ["2026-12-26T15:00:00-05:00", "2026-12-27T15:00:00-05:00"])
    }

    @Test func `days that are left out count in COUNT, and the end stays`() throws {
        let json = #"{"rule":"FREQ=DAILY;COUNT=5;BYHOUR=9","start":"2026-12-24T08:00:00","calendar":"workdays"}"#
        let dates = try dates(json, 9, after: "2026-12-24T08:00:00Z", in: .gmt, by: Self.christmas())
        #expect(dates == ["2026-12-24T09:00:00Z", "2026-12-28T09:00:00Z"])
    }

    @Test func `a rule that fires every minute goes over a weekend in one step`() throws {
        let json = #"{"rule":"FREQ=MINUTELY","calendar":"workdays"}"#
        let dates = try dates(json, 1, after: "2026-12-04T23:59:00Z", in: .gmt, by: PersonalCalendar())
        #expect(dates == ["2026-12-07T00:00:00Z"])
    }

    @Test func `a rule without a day that is left is refused, and comes to an end`() throws {
        let json = #"{"rule":"FREQ=WEEKLY;BYDAY=SU;BYHOUR=9","calendar":"workdays"}"#
        #expect(try dates(json, 1, after: "2026-12-04T00:00:00Z", in: .gmt, by: PersonalCalendar()).isEmpty)
        let error = #expect(throws: Refusal.self) {
            try trigger(json).firstDate(after: moment("2026-12-04T00:00:00Z"), in: .gmt, by: PersonalCalendar())
        }
        #expect(error?.message == "the trigger can never match: there is no such date among the person's workdays")
    }

    @Test func `a date of a former calendar is known to be left out`() throws {
        let trigger = try trigger("{\(Self.daily),\"calendar\":\"exceptHolidays\"}")
        let date = try moment("2026-12-25T09:00:00Z")
        #expect(try trigger.leavesOut(date, in: .gmt, by: Self.christmas()))
        #expect(!trigger.leavesOut(date, in: .gmt, by: PersonalCalendar()))
    }

    @Test func `sunset follows the place of the person, and its own place before it`() throws {
        var calendar = PersonalCalendar()
        let start = "2026-11-24T12:00:00+01:00"
        #expect(try dates(#"{"sun":"sunset"}"#, 1, after: start, in: .gmt, by: calendar).isEmpty)
        calendar.place = Coordinate(latitude: 52.52, longitude: 13.41)
        let berlin = try zone("Europe/Berlin")
        #expect(
            try dates(#"{"sun":"sunset","repeats":true}"#, 2, after: start, in: berlin, by: calendar)
                == ["2026-11-24T16:02:07+01:00", "2026-11-25T16:01:06+01:00"])
        let own = #"{"sun":"sunrise","offset":-1800,"latitude":-33.87,"longitude":151.21}"#
        let sydney = try zone("Australia/Sydney")
        // By the tables of Geoscience Australia, the sun rises at 05:38 that day.
        #expect(
            try dates(own, 1, after: "2026-11-24T12:00:00+11:00", in: sydney, by: calendar).first?.prefix(16)
                == "2026-11-25T05:08")
    }

    @Test func `a day without a sunrise is skipped`() throws {
        // Tromsø has no sunrise from late November to the middle of January.
        let json = #"{"sun":"sunrise","latitude":69.65,"longitude":18.96,"repeats":true}"#
        let dates = try dates(
            json, 1, after: "2026-12-01T00:00:00Z", in: zone("Europe/Oslo"), by: PersonalCalendar())
        #expect(dates.first?.hasPrefix("2027-01-1") == true, "\(dates)")
    }

    @Test(arguments: [
        (#"{"sun":"sunset"}"#, "sunset needs a place: give latitude and longitude, or set [sun] of config.toml"),
        (#"{"sun":"sunset","latitude":90,"longitude":0}"#, "there is no sunset at latitude 90.0 within a year"),
        (#"{"sun":"sunset","latitude":91,"longitude":0}"#, "trigger.latitude is 91.0; it must be from -90 to 90"),
        (#"{"sun":"sunset","latitude":1,"longitude":181}"#, "trigger.longitude is 181.0; it must be from -180 to 180"),
        (#"{"sun":"sunset","latitude":1}"#, "longitude is missing"),
        (#"{"sun":"sunset","latitude":1,"longitude":1,"offset":43201}"#, "offset is 43201 seconds"),
        (#"{"sun":"sunset","offset":-9223372036854775808}"#, "offset is -9223372036854775808 seconds"),
    ]) func `a sun that can't be is refused with its key`(json: String, message: String) throws {
        let error = #expect(throws: Refusal.self) {
            try trigger(json).firstDate(after: moment("2026-12-04T00:00:00Z"), in: .gmt, by: PersonalCalendar())
        }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test func `an unknown word is refused with the known ones`() throws {
        let error = #expect(throws: DecodingError.self) { try trigger(#"{"sun":"noon"}"#) }
        let words = String(describing: error)
        #expect(words.contains("sunrise"), "\(words)")
        #expect(throws: DecodingError.self) { try trigger("{\(Self.daily),\"calendar\":\"holidays\"}") }
        #expect(throws: DecodingError.self) { try trigger(#"{"timeInterval":60,"calendar":"workdays"}"#) }
    }
}
