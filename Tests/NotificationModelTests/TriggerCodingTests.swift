// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import Triggers

@Suite struct TriggerCodingTests {
    private func decode(_ json: String) throws -> Trigger {
        try JSONDecoder().decode(Trigger.self, from: Data(json.utf8))
    }

    private func encode(_ trigger: Trigger) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(trigger), as: UTF8.self)
    }

    /// Stored forms, which are the same after decoding and encoding.
    @Test(arguments: [
        #"{"repeats":false,"timeInterval":600}"#,
        #"{"repeats":true,"timeInterval":3600.1}"#,
        #"{"repeats":false,"timeInterval":0.25}"#,
        #"{"repeats":false,"timeInterval":3155760000}"#,
        #"{"dateComponents":{"hour":9,"weekday":2},"repeats":true}"#,
        #"{"dateComponents":{"calendar":"gregorian","hour":9,"timeZone":"Europe/Berlin"},"repeats":true}"#,
        #"{"dateComponents":{"calendar":"hebrew","day":1,"era":0,"isLeapMonth":false,"month":1},"repeats":false}"#,
        #"{"rule":"FREQ=WEEKLY;BYDAY=MO,WE;BYHOUR=18;BYMINUTE=0;BYSECOND=0","start":"2026-11-21T18:00:00","timeZone":"Europe/Berlin"}"#,
        #"{"rule":"FREQ=DAILY;INTERVAL=2;UNTIL=20271231T000000Z","start":"2026-11-21T17:00:00Z"}"#,
        #"{"rule":"FREQ=MONTHLY;COUNT=5;BYDAY=-1FR;WKST=SU"}"#,
        #"{"exceptions":["2026-12-25","2026-12-31T18:00:00"],"rule":"FREQ=DAILY","start":"2026-11-21T18:00:00"}"#,
        #"{"rule":"FREQ=DAILY;BYMONTHDAY=1;BYHOUR=9\nFREQ=DAILY;BYDAY=MO;BYHOUR=9"}"#,
        #"{"dates":["2026-12-24T18:00:00","2027-01-01T00:00:00Z"],"timeZone":"Europe/Berlin"}"#,
        #"{"dates":["2026-12-24T18:00:00"],"rule":"FREQ=DAILY;X-BYYEAR=2027,2029"}"#,
        #"{"calendar":"workdays","rule":"FREQ=DAILY;BYHOUR=9"}"#,
        #"{"calendar":"exceptHolidays","rule":"FREQ=WEEKLY;BYDAY=MO"}"#,
        #"{"repeats":false,"sun":"sunrise"}"#,
        #"{"latitude":52.52,"longitude":13.41,"offset":-1800,"repeats":true,"sun":"sunset"}"#,
    ]) func `a stored trigger is the same after decoding`(json: String) throws {
        let trigger = try decode(json)

        #expect(try encode(trigger) == json)
        #expect(try decode(try encode(trigger)) == trigger)
    }

    /// Rows that Belfry 0.1 wrote, unchanged: every later version must read them.
    @Test(arguments: [
        (
            #"{"rule":"FREQ=WEEKLY;BYDAY=MO,WE;BYHOUR=18;BYMINUTE=0;BYSECOND=0","start":"2026-11-21T18:00:00"}"#,
            "2026-11-23T18:00:00+01:00"
        ),
        (
            #"{"rule":"FREQ=DAILY;INTERVAL=2;BYHOUR=9;BYMINUTE=0;BYSECOND=0","start":"2026-11-22T09:00:00","timeZone":"America/New_York"}"#,
            "2026-11-22T15:00:00+01:00"
        ),
        (#"{"rule":"FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=16;BYMINUTE=0;BYSECOND=0"}"#, "2026-11-27T16:00:00+01:00"),
        (#"{"rule":"FREQ=DAILY;COUNT=3;BYHOUR=9","start":"2026-11-20T08:00:00Z"}"#, "2026-11-22T09:00:00+01:00"),
        (#"{"repeats":true,"timeInterval":900}"#, "2026-11-21T12:15:00+01:00"),
        (#"{"dateComponents":{"hour":9,"weekday":2},"repeats":true}"#, "2026-11-23T09:00:00+01:00"),
    ]) func `a row of the first release fires at the same dates`(json: String, date: String) throws {
        let trigger = try decode(json)

        #expect(try trigger.dates(1, after: "2026-11-21T12:00:00+01:00", in: zone("Europe/Berlin")) == [date])
    }

    @Test(arguments: [600.0, 599.9, 61.7, 1e9 + 0.1, 0.1, 3_155_759_999.9999995])
    func `an interval keeps its last bit`(seconds: Double) throws {
        let trigger = Trigger.timeInterval(.seconds(seconds), repeats: false)

        #expect(try decode(try encode(trigger)) == trigger)
        #expect(Duration.seconds(seconds).timeInterval == seconds)
    }

    @Test func `a missing key has its default`() throws {
        #expect(try decode(#"{"timeInterval": 5}"#) == .timeInterval(.seconds(5), repeats: false))
        #expect(
            try decode(#"{"dateComponents": {"hour": 9}}"#) == .calendar(CalendarComponents(hour: 9), repeats: false))
        #expect(try decode(#"{"rule": "freq=daily"}"#) == .rule(RecurrenceSet([RecurrenceRule(.daily)])))
    }

    @Test func `a rule's start may have an offset`() throws {
        let start = RecurrenceRule.Moment.instant(try moment("2026-11-21T17:00:00Z"))

        let trigger = try decode(#"{"rule": "FREQ=DAILY", "start": "2026-11-21T18:00:00+01:00"}"#)

        #expect(trigger == .rule(RecurrenceSet([RecurrenceRule(.daily)], start: start)))
    }

    @Test func `a calendar that follows the person is stored without zone`() throws {
        let trigger = Trigger.calendar(CalendarComponents(hour: 9), repeats: true)

        #expect(try encode(trigger) == #"{"dateComponents":{"hour":9},"repeats":true}"#)
    }

    /// Dictionaries that are refused, and a word that the error's message contains.
    @Test(arguments: [
        (#"{}"#, "timeInterval"),
        (#"{"repeats": true}"#, "timeInterval"),
        (#"{"timeInterval": 5, "rule": "FREQ=DAILY"}"#, "exactly one"),
        (#"{"timeInterval": 5, "repeat": true}"#, "repeat"),
        (#"{"timeInterval": 5, "start": "2026-11-21T18:00:00"}"#, "start"),
        (#"{"timeInterval": "5"}"#, "timeInterval"),
        (#"{"timeInterval": 1e300}"#, "100 years"),
        (#"{"dateComponents": {"hours": 9}}"#, "hours"),
        (#"{"dateComponents": {"hour": "nine"}}"#, "hour"),
        (#"{"dateComponents": {"hour": 9, "timeZone": "Mars/Base"}}"#, "Mars/Base"),
        (#"{"dateComponents": {"hour": 9, "calendar": "julian"}}"#, "julian"),
        (#"{"rule": "FREQ=DAILY", "repeats": true}"#, "repeats"),
        (#"{"rule": "FREQ=DAILY", "timeZone": "Europe/berlin"}"#, "Europe/berlin"),
        (#"{"rule": "FREQ=DAILY", "start": "tomorrow"}"#, "tomorrow"),
        (#"{"rule": "FREQ=DAILY;BYEASTER=0"}"#, "BYEASTER"),
        (#"{"expression": "tomorrow 9am"}"#, "expression"),
        (#"{"rule": ""}"#, "NAME=VALUE"),
        (#"{"rule": "FREQ=DAILY", "dates": ["tomorrow"]}"#, "dates"),
        (#"{"rule": "FREQ=DAILY", "exceptions": "2026-12-25"}"#, "exceptions"),
        (#"{"timeInterval": 5, "dates": []}"#, "dates"),
        (#"{"rule": "FREQ=DAILY;X-BYYEAR=0"}"#, "X-BYYEAR"),
    ]) func `a wrong dictionary is refused with a message about its fault`(json: String, word: String) throws {
        let error = try #require(throws: (any Error).self) { try decode(json) }

        #expect("\(error)".contains(word), "\(error)")
    }

    @Test func `no number of seconds traps`() throws {
        for seconds in [Double.nan, .infinity, -.infinity, 1e300, -1e300, .greatestFiniteMagnitude, 3_155_760_001] {
            #expect(throws: Refusal.self) { try Trigger.interval(ofSeconds: seconds) }
        }
    }
}
