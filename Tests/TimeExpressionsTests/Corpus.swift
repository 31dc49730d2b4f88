// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Testing

/// What each text means, as a table: `front | text | result | rest`.
///
/// - A line `# moment zone` sets when and where the lines below it are read.
/// - Fronts: `in`, `at`, `every`, `snooze`, `any`, and `say` for a sentence, with what follows the time as the rest.
/// - Result: the next dates in the zone's time, or `!kind` and the words under the carets.
struct Corpus {
    struct Line: Sendable, CustomTestStringConvertible {
        let now: String
        let zone: String
        let front: String
        let text: String
        let result: String
        let rest: String

        var testDescription: String { "\(front) \(text) at \(now) in \(zone)" }
    }

    static let lines: [Line] = {
        var (now, zone) = ("", "")
        var lines: [Line] = []
        for line in table.split(separator: "\n") where !line.hasPrefix("//") {
            if line.hasPrefix("#") {
                let words = line.split(separator: " ")
                (now, zone) = (String(words[1]), String(words[2]))
                continue
            }
            let columns = line.split(separator: "|", omittingEmptySubsequences: false).map { column in
                var column = column.drop { $0 == " " }
                while column.last == " " { column.removeLast() }
                return String(column)
            }
            lines.append(
                Line(
                    now: now, zone: zone, front: columns[0], text: columns[1], result: columns[2],
                    rest: columns.count > 3 ? columns[3] : ""))
        }
        return lines
    }()

    private static let table = """
        // A Saturday noon in Berlin.
        # 2026-11-21T12:00:00+01:00 Europe/Berlin
        // Durations
        in | 10m | 2026-11-21T12:10:00+01:00
        in | 10 m | 2026-11-21T12:10:00+01:00
        in | 10M | 2026-11-21T12:10:00+01:00
        in | 10min | 2026-11-21T12:10:00+01:00
        in | 10 Minutes | 2026-11-21T12:10:00+01:00
        in | 1h30m | 2026-11-21T13:30:00+01:00
        in | 1h 30m | 2026-11-21T13:30:00+01:00
        in | 1 hour and 30 minutes | 2026-11-21T13:30:00+01:00
        in | 1 hour, 30 min | 2026-11-21T13:30:00+01:00
        in | 3h30min | 2026-11-21T15:30:00+01:00
        in | 90s | 2026-11-21T12:01:30+01:00
        in | 2 days | 2026-11-23T12:00:00+01:00
        in | 2d | 2026-11-23T12:00:00+01:00
        in | 1w | 2026-11-28T12:00:00+01:00
        in | 1.5h | 2026-11-21T13:30:00+01:00
        in | an hour | 2026-11-21T13:00:00+01:00
        in | a minute | 2026-11-21T12:01:00+01:00
        in | PT10M | 2026-11-21T12:10:00+01:00
        in | pt1h30m | 2026-11-21T13:30:00+01:00
        in | P1DT2H | 2026-11-22T14:00:00+01:00
        in | P2W | 2026-12-05T12:00:00+01:00
        in | P1M | 2026-12-21T12:00:00+01:00
        in | PT0.5H | 2026-11-21T12:30:00+01:00
        in | in 10 minutes | 2026-11-21T12:10:00+01:00
        in | now + 10 minutes | 2026-11-21T12:10:00+01:00
        in | now +10m | 2026-11-21T12:10:00+01:00
        in | +10 minutes | 2026-11-21T12:10:00+01:00
        in | +10min | 2026-11-21T12:10:00+01:00
        in | 10 minutes from now | 2026-11-21T12:10:00+01:00
        in | 1 mo | 2026-12-21T12:00:00+01:00
        in | 3 months | 2027-02-21T12:00:00+01:00
        in | 1 year | 2027-11-21T12:00:00+01:00
        in | 100 years | 2126-11-21T12:00:00+01:00
        in | 10 | !unitMissing 10
        in | 1.5 | !unitMissing 1.5
        in | in 10 | !unitMissing 10
        in | 0m | !impossible 0m
        in | -5m | !unknown -5m
        in | 1.5 months | !impossible 1.5 months
        in | 101 years | !impossible 101 years
        in | 999999999999h | !impossible 999999999999h
        in | 9999999999999h | !unknown 9999999999999h
        in | 10 bananas | !unitMissing 10
        in | tomorrow | !unknown tomorrow
        in | P | !unknown p
        in | PT | !unknown pt
        in | now | !unknown
        in | 1h30 | !unknown 1h30
        in | 10m x | !unknown x
        // Clock times
        at | 17:30 | 2026-11-21T17:30:00+01:00
        at | 09:00 | 2026-11-22T09:00:00+01:00
        at | 9:00 | 2026-11-22T09:00:00+01:00
        at | 9am | 2026-11-22T09:00:00+01:00
        at | 9 am | 2026-11-22T09:00:00+01:00
        at | 9AM | 2026-11-22T09:00:00+01:00
        at | 9:05pm | 2026-11-21T21:05:00+01:00
        at | 9:05 PM | 2026-11-21T21:05:00+01:00
        at | 12am | 2026-11-22T00:00:00+01:00
        at | 12pm | 2026-11-22T12:00:00+01:00
        at | 12:01pm | 2026-11-21T12:01:00+01:00
        at | 12:00 | 2026-11-22T12:00:00+01:00
        at | 12:00:01 | 2026-11-21T12:00:01+01:00
        at | 23:59:60 | 2026-11-21T23:59:59+01:00
        at | noon | 2026-11-22T12:00:00+01:00
        at | midnight | 2026-11-22T00:00:00+01:00
        at | at 17:30 | 2026-11-21T17:30:00+01:00
        at | 10m | 2026-11-21T12:10:00+01:00
        at | now + 10 minutes | 2026-11-21T12:10:00+01:00
        at | in 10 minutes | 2026-11-21T12:10:00+01:00
        at | 25:00 | !impossible 25:00
        at | 24:00 | !impossible 24:00
        at | 9:75 | !impossible 9:75
        at | 9:5 | !impossible 9:5
        at | 13pm | !impossible 13pm
        at | 0am | !impossible 0am
        at | at 9 | !unitMissing 9
        at | 9 | !unitMissing 9
        at | 0900 | !unitMissing 0900
        at | 1:2:3:4 | !unknown 1:2:3:4
        at | :30 | !unknown :30
        at | 9: | !unknown 9:
        at | 09:00 10:00 | !unknown 10:00
        // Days
        at | tomorrow | 2026-11-22T09:00:00+01:00
        at | tomorrow 9am | 2026-11-22T09:00:00+01:00
        at | 9am tomorrow | 2026-11-22T09:00:00+01:00
        at | tomorrow, 3pm | 2026-11-22T15:00:00+01:00
        at | tomorrow at 3pm | 2026-11-22T15:00:00+01:00
        at | noon tomorrow | 2026-11-22T12:00:00+01:00
        at | TOMORROW 09:00 | 2026-11-22T09:00:00+01:00
        at | today 18:00 | 2026-11-21T18:00:00+01:00
        at | today | !past today
        at | today 08:00 | !past today 08:00
        at | yesterday | !past yesterday
        at | fri 17:30 | 2026-11-27T17:30:00+01:00
        at | fri | 2026-11-27T09:00:00+01:00
        at | friday at 17:30 | 2026-11-27T17:30:00+01:00
        at | on Friday 17:30 | 2026-11-27T17:30:00+01:00
        at | 17:30 fri | 2026-11-27T17:30:00+01:00
        at | next friday 9am | 2026-11-27T09:00:00+01:00
        at | this friday 9am | 2026-11-27T09:00:00+01:00
        at | next Friday | 2026-11-27T09:00:00+01:00
        at | sat 17:30 | 2026-11-21T17:30:00+01:00
        at | sat 11:00 | 2026-11-28T11:00:00+01:00
        at | next sat 17:30 | 2026-11-28T17:30:00+01:00
        at | sun 20:00 | 2026-11-22T20:00:00+01:00
        at | tues 8am | 2026-11-24T08:00:00+01:00
        at | thurs 8am | 2026-11-26T08:00:00+01:00
        at | 2026-12-24 09:00 | 2026-12-24T09:00:00+01:00
        at | 09:00 2026-12-24 | 2026-12-24T09:00:00+01:00
        at | 2026-12-24 | 2026-12-24T09:00:00+01:00
        at | 2026-12-24T09:00 | 2026-12-24T09:00:00+01:00
        at | 2026-12-24t09:00:30 | 2026-12-24T09:00:30+01:00
        at | 2027-07-01 09:00 | 2027-07-01T09:00:00+02:00
        at | 24 Dec 09:00 | 2026-12-24T09:00:00+01:00
        at | 24 december 09:00 | 2026-12-24T09:00:00+01:00
        at | Dec 24 | 2026-12-24T09:00:00+01:00
        at | dec 24 6pm | 2026-12-24T18:00:00+01:00
        at | Dec 24, 2027 at 6pm | 2027-12-24T18:00:00+01:00
        at | 24th of December 18:00 | 2026-12-24T18:00:00+01:00
        at | 1st Jan | 2027-01-01T09:00:00+01:00
        at | 3 jan 10:00 | 2027-01-03T10:00:00+01:00
        at | 21 nov 13:00 | 2026-11-21T13:00:00+01:00
        at | 21 nov 11:00 | !past 21 nov 11:00
        at | 29 feb | 2028-02-29T09:00:00+01:00
        at | 2026-11-20 | !past 2026-11-20
        at | 2020-01-01 09:00 | !past 2020-01-01 09:00
        at | 24 dec 2020 | !past 24 dec 2020
        at | feb 30 | !impossible feb 30
        at | 31 jun | !impossible 31 jun
        at | 0 dec | !impossible 0 dec
        at | 29 feb 2027 | !impossible 29 feb 2027
        at | 2027-02-29 | !impossible 2027-02-29
        at | 2027-13-01 | !impossible 2027-13-01
        at | 2027-02-30T09:00 | !impossible 2027-02-30t09:00
        at | tomorrow 25:00 | !impossible 25:00
        at | 01/02 | !ambiguous 01/02
        at | 01/02/2027 | !ambiguous 01/02/2027
        at | 1.2. | !unitMissing 1.2.
        at | 24-12-2026 | !ambiguous 24-12-2026
        at | tomorrow tomorrow | !unknown tomorrow
        at | next week | !unknown next
        at | soon | !unknown soon
        at | tomorrow 9 | !unitMissing 9
        at | teatime | !unknown teatime
        // Moments
        at | 2026-12-24T09:00:00Z | 2026-12-24T10:00:00+01:00
        at | 2026-12-24T09:00:00+05:30 | 2026-12-24T04:30:00+01:00
        at | 2026-12-24t09:00:00z | 2026-12-24T10:00:00+01:00
        at | 2026-12-24 09:00:00-08:00 | 2026-12-24T18:00:00+01:00
        at | 2026-12-24T09:00:00.250Z | 2026-12-24T10:00:00+01:00
        at | 2026-12-31T23:59:60Z | 2027-01-01T00:59:59+01:00
        at | @1795262400 | 2026-11-21T13:00:00+01:00
        at | @1795258800 | !past @1795258800
        at | @1795266000 | 2026-11-21T14:00:00+01:00
        at | @0 | !past @0
        at | @soon | !impossible @soon
        at | @99999999999999 | !impossible @99999999999999
        at | 2020-12-24T09:00:00Z | !past 2020-12-24t09:00:00z
        // What repeats
        every | 15m | 2026-11-21T12:15:00+01:00, 2026-11-21T12:30:00+01:00
        every | every 15 minutes | 2026-11-21T12:15:00+01:00, 2026-11-21T12:30:00+01:00
        every | hour | 2026-11-21T13:00:00+01:00, 2026-11-21T14:00:00+01:00
        every | 90 min | 2026-11-21T13:30:00+01:00, 2026-11-21T15:00:00+01:00
        every | 2 days | 2026-11-23T12:00:00+01:00, 2026-11-25T12:00:00+01:00
        every | 60s | 2026-11-21T12:01:00+01:00, 2026-11-21T12:02:00+01:00
        every | 59s | !impossible 59s
        every | 15 | !unitMissing 15
        every | 2 months | !unknown 2 months
        every | day 09:00 | 2026-11-22T09:00:00+01:00, 2026-11-23T09:00:00+01:00
        every | day 18:00 | 2026-11-21T18:00:00+01:00, 2026-11-22T18:00:00+01:00
        every | day | 2026-11-22T09:00:00+01:00, 2026-11-23T09:00:00+01:00
        every | daily at noon | 2026-11-22T12:00:00+01:00, 2026-11-23T12:00:00+01:00
        every | 2 days 09:00 | 2026-11-22T09:00:00+01:00, 2026-11-24T09:00:00+01:00
        every | 2d 18:00 | 2026-11-21T18:00:00+01:00, 2026-11-23T18:00:00+01:00
        every | 2 hours 09:00 | !unknown 2
        every | weekday 09:00 | 2026-11-23T09:00:00+01:00, 2026-11-24T09:00:00+01:00
        every | weekdays at 9am | 2026-11-23T09:00:00+01:00, 2026-11-24T09:00:00+01:00
        every | every weekday 09:55 | 2026-11-23T09:55:00+01:00, 2026-11-24T09:55:00+01:00
        every | 09:00 every weekday | 2026-11-23T09:00:00+01:00, 2026-11-24T09:00:00+01:00
        every | at 9am every weekday | 2026-11-23T09:00:00+01:00, 2026-11-24T09:00:00+01:00
        every | weekend 10:00 | 2026-11-22T10:00:00+01:00, 2026-11-28T10:00:00+01:00
        every | mon,wed 18:00 | 2026-11-23T18:00:00+01:00, 2026-11-25T18:00:00+01:00
        every | mon, wed 18:00 | 2026-11-23T18:00:00+01:00, 2026-11-25T18:00:00+01:00
        every | mon and wed at 6pm | 2026-11-23T18:00:00+01:00, 2026-11-25T18:00:00+01:00
        every | Mon, Wed, and Fri at 6pm | 2026-11-23T18:00:00+01:00, 2026-11-25T18:00:00+01:00, 2026-11-27T18:00:00+01:00
        every | wed mon 6pm | 2026-11-23T18:00:00+01:00, 2026-11-25T18:00:00+01:00
        every | mondays | 2026-11-23T09:00:00+01:00, 2026-11-30T09:00:00+01:00
        every | month 1 10:00 | 2026-12-01T10:00:00+01:00, 2027-01-01T10:00:00+01:00
        every | month on the 15th at 10:00 | 2026-12-15T10:00:00+01:00, 2027-01-15T10:00:00+01:00
        every | month last fri 16:00 | 2026-11-27T16:00:00+01:00, 2026-12-25T16:00:00+01:00
        every | month first mon 08:00 | 2026-12-07T08:00:00+01:00, 2027-01-04T08:00:00+01:00
        every | month 2nd tue 08:00 | 2026-12-08T08:00:00+01:00, 2027-01-12T08:00:00+01:00
        every | month last day 20:00 | 2026-11-30T20:00:00+01:00, 2026-12-31T20:00:00+01:00
        every | month 31 10:00 | 2026-12-31T10:00:00+01:00, 2027-01-31T10:00:00+01:00, 2027-03-31T10:00:00+02:00
        every | 24 dec 18:00 | 2026-12-24T18:00:00+01:00, 2027-12-24T18:00:00+01:00
        every | year dec 24 18:00 | 2026-12-24T18:00:00+01:00, 2027-12-24T18:00:00+01:00
        every | 29 feb 10:00 | 2028-02-29T10:00:00+01:00, 2032-02-29T10:00:00+01:00
        every | month 0 | !impossible 0
        every | month 32 10:00 | !impossible 32
        every | month 6th mon | !impossible 6th mon
        every | month | !unknown
        every | month last | !unknown
        every | week | !unknown week
        every | week 09:00 | !unknown week
        every | year | !unknown year
        every | mon and | !unknown
        every | mon,wed 25:00 | !impossible 25:00
        every | 09:00 | !unknown 09:00
        every | every | !unknown
        every | day 09:00 09:00 | !unknown 09:00
        every | day 9 | !unitMissing 9
        // Any of them
        any | 10m | 2026-11-21T12:10:00+01:00
        any | fri 17:30 | 2026-11-27T17:30:00+01:00
        any | 02:30 every day | 2026-11-22T02:30:00+01:00, 2026-11-23T02:30:00+01:00
        any | daily 18:00 | 2026-11-21T18:00:00+01:00, 2026-11-22T18:00:00+01:00
        any | every 2 days 09:00 | 2026-11-22T09:00:00+01:00, 2026-11-24T09:00:00+01:00
        any | 10 | !unitMissing 10
        any | 2 days 3pm | !unknown 3pm
        any | | !unknown
        // Snooze buttons
        snooze | 5m | 2026-11-21T12:05:00+01:00
        snooze | 1h | 2026-11-21T13:00:00+01:00
        snooze | tomorrow | 2026-11-22T09:00:00+01:00
        snooze | 5 | !unitMissing 5
        // Sentences
        say | 10m tea | 2026-11-21T12:10:00+01:00 | tea
        say | 17:30 leave for the train | 2026-11-21T17:30:00+01:00 | leave for the train
        say | tomorrow 9am call Ann | 2026-11-22T09:00:00+01:00 | call Ann
        say | tomorrow 9am -- call Ann about the lease | 2026-11-22T09:00:00+01:00 | call Ann about the lease
        say | tomorrow -- 9am is too early | 2026-11-22T09:00:00+01:00 | 9am is too early
        say | tomorrow --help | 2026-11-22T09:00:00+01:00 | --help
        say | every weekday 09:55 stand-up | 2026-11-23T09:55:00+01:00, 2026-11-24T09:55:00+01:00 | stand-up
        say | every day stand-up | 2026-11-22T09:00:00+01:00, 2026-11-23T09:00:00+01:00 | stand-up
        say | 09:55 every weekday stand-up | 2026-11-23T09:55:00+01:00, 2026-11-24T09:55:00+01:00 | stand-up
        say | in 2 hours 30 min stretch | 2026-11-21T14:30:00+01:00 | stretch
        say | 5 may party | 2027-05-05T09:00:00+02:00 | party
        at | may 5 pm | !unknown may
        say | 10m 5 apples | 2026-11-21T12:10:00+01:00 | 5 apples
        say | 10m a day off | 2026-11-21T12:10:00+01:00 | a day off
        say | fri 17:30 at the office | 2026-11-27T17:30:00+01:00 | at the office
        say | fri on call | 2026-11-27T09:00:00+01:00 | on call
        say | sun milk and eggs | 2026-11-22T09:00:00+01:00 | milk and eggs
        say | every mon and wed at 6pm gym, then sauna | 2026-11-23T18:00:00+01:00, 2026-11-25T18:00:00+01:00 | gym, then sauna
        say | every 15m  drink   water | 2026-11-21T12:15:00+01:00, 2026-11-21T12:30:00+01:00 | drink   water
        say | tomorrow | 2026-11-22T09:00:00+01:00 |
        say | dec 24, 2026 at 6pm presents | 2026-12-24T18:00:00+01:00 | presents
        say | tomorrow 25:00 call Ann | !impossible 25:00
        say | tea in 10m | !unknown tea
        say | 10 tea | !unitMissing 10
        say | 01/02 tea | !ambiguous 01/02
        say | 2020-01-01 tea | !past 2020-01-01
        say | | !unknown
        // Lisbon, the morning before clocks go forward; 01:30 doesn't exist on the 28th.
        # 2027-03-27T12:00:00Z Europe/Lisbon
        at | tomorrow 01:30 | 2027-03-28T02:00:00+01:00
        any | every day 01:30 | 2027-03-28T02:00:00+01:00, 2027-03-29T01:30:00+01:00
        // A duration is real time: the clock shows one hour more.
        in | 1d | 2027-03-28T13:00:00+01:00
        at | tomorrow noon | 2027-03-28T12:00:00+01:00
        // New York, the evening before clocks go back; 01:30 comes twice.
        # 2026-10-31T20:00:00-04:00 America/New_York
        at | tomorrow 1:30am | 2026-11-01T01:30:00-04:00
        at | 01:30 | 2026-11-01T01:30:00-04:00
        any | every day 01:30 | 2026-11-01T01:30:00-04:00, 2026-11-02T01:30:00-05:00
        in | 24h | 2026-11-01T19:00:00-05:00
        // Between the two 01:30s, the first one is past.
        # 2026-11-01T01:45:00-04:00 America/New_York
        at | 01:30 | 2026-11-02T01:30:00-05:00
        at | 01:50 | 2026-11-01T01:50:00-04:00
        // Across the date line it is another day.
        # 2026-11-21T11:00:00Z Pacific/Kiritimati
        at | tomorrow 9am | 2026-11-23T09:00:00+14:00
        at | today 9am | 2026-11-22T09:00:00+14:00
        at | sun 9am | 2026-11-22T09:00:00+14:00
        # 2026-11-21T11:00:00Z Pacific/Pago_Pago
        at | today 9am | 2026-11-21T09:00:00-11:00
        at | sun 9am | 2026-11-22T09:00:00-11:00
        # 2026-12-31T23:59:59+05:45 Asia/Kathmandu
        at | midnight | 2027-01-01T00:00:00+05:45
        at | tomorrow | 2027-01-01T09:00:00+05:45
        at | 31 dec 09:00 | !past 31 dec 09:00
        in | 1 mo | 2027-01-31T23:59:59+05:45
        # 2027-01-31T12:00:00+10:30 Australia/Adelaide
        in | 1 mo | 2027-02-28T12:00:00+10:30
        any | every month 31 09:00 | 2027-03-31T09:00:00+10:30, 2027-05-31T09:00:00+09:30
        // Lord Howe goes back by half an hour.
        # 2027-04-03T12:00:00+11:00 Australia/Lord_Howe
        any | every day 01:45 | 2027-04-04T01:45:00+11:00, 2027-04-05T01:45:00+10:30
        """
}
