// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import Triggers

@testable import TimeExpressions

/// The words of a trigger, and the way back: the grammar reads them as the same dates, or refuses them.
@Suite struct TriggerWordsTests {
    private let context: TimeExpression.Context

    init() throws {
        let zone = try #require(Zone(identifier: "Europe/Berlin"))
        context = .init(now: try #require(Date(rfc3339: "2026-11-21T12:00:00+01:00")), timeZone: zone)
    }

    @Test(arguments: [
        ("every weekday 09:30", "every weekday 09:30"), ("weekdays 9am", "every weekday 09:00"),
        ("every month 1 10:00", "every month on 1 10:00"),
        ("every month last fri 16:00", "every month on last fri 16:00"),
        ("every day 9am, 17:30", "every day 09:00,17:30"), ("every mon and wed 18:00", "every mon,wed 18:00"),
        ("every 24 dec 18:00", "every 24 Dec 18:00"), ("every day 9am except sun", "every day 09:00 except sun"),
        ("every 2 weeks on fri 9am", "every 2 weeks on fri 09:00 from 2026-11-27"),
        (
            "every day 9am from 1 dec until 24 dec except 6 dec",
            "every day 09:00 from 2026-12-01 until 2026-12-24 except 2026-12-06"
        ),
        ("every day 9am 3 times", "every day 09:00 from 2026-11-22 3 times"),
        ("every 15m", "every 15m"), ("every 15m until 13:00", "every 15m from 2026-11-21 12:15 until 2026-11-21 13:00"),
        ("every day 9am Asia/Tokyo", "every day 09:00 Asia/Tokyo"),
        ("every 2 days", "every 2 days 12:00 from 2026-11-23"),
        ("0 9 * * 1-5", "every weekday 09:00"), ("@hourly", "every hour at :00"),
        ("*/15 * * * *", "every 15 minutes by the clock"),
        ("*/15 9-17 * * 1-5", "every 15m between 09:00 and 17:45 every weekday"),
        ("0 0 13 * 5", "every month on 13 00:00 and also every fri 00:00"),
        ("Mon..Fri *-*-* 09:00", "every weekday 09:00"), ("*-12-24 18:00", "every 24 Dec 18:00"),
        ("Mon *-*~07/1 10:00", "every mon 10:00, only on the last 7 days of the month"),
        (
            "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;BYHOUR=9;BYMINUTE=0;BYSECOND=0",
            "every weekday 09:00, only the last of them in each month"
        ),
        (
            "FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=1;BYHOUR=9;BYMINUTE=0;BYSECOND=0",
            "every month on 1 09:00, only in Jan and Jul"
        ),
        ("2026-12-24 09:00", "2026-12-24 09:00"), ("2026-12-24T09:00:00Z", "2026-12-24 09:00 UTC"), ("10m", "in 10m"),
        ("every workday 9am", "every workday 09:00"), ("every business day at 9:30", "every workday 09:30"),
        ("every mon 9am except holidays", "every mon 09:00 except holidays"),
        ("every day 9am except holidays and 24 dec", "every day 09:00 except holidays, 2026-12-24"),
        ("every 2h between 9 and 13 on workdays", "every workday 09:00,11:00,13:00"),
        ("sunset at 52.52,13.41", "at sunset at 52.52,13.41"),
        ("30 minutes before sunrise at -33.87,151.21 daily", "every day 30m before sunrise at -33.87,151.21"),
        ("every sundown at 52.52,13.41", "every day at sunset at 52.52,13.41"),
    ]) func `a trigger is said in words`(text: String, words: String) throws {
        let trigger = try TimeExpression.parse(text, context).trigger

        #expect(trigger.words(addedAt: context.now, in: context.timeZone) == words)
    }

    @Test(arguments: [
        (CalendarComponents(hour: 9, minute: 30), "every day 09:30"),
        (CalendarComponents(hour: 9, weekday: 2), "every mon 09:00"),
        (CalendarComponents(day: 1, hour: 10), "every month on 1 10:00"),
        (CalendarComponents(day: 31, hour: 10), "every month on 31 10:00, or on the day after a month without a 31st"),
        (CalendarComponents(month: 12, day: 31, hour: 10), "every 31 Dec 10:00"),
        (CalendarComponents(hour: 9, weekday: 6, weekdayOrdinal: 2), "every month on second fri 09:00"),
        (CalendarComponents(minute: 30), "every hour at :30"), (CalendarComponents(month: 3), "every 1 Mar 00:00"),
    ]) func `components are said in words`(components: CalendarComponents, words: String) {
        #expect(Trigger.calendar(components, repeats: true).words(addedAt: context.now, in: context.timeZone) == words)
    }

    @Test func `a place is said in words`() {
        let home = Region(identifier: "home", area: .networks(["Attic"]), notifyOnEntry: true, notifyOnExit: false)
        func words(_ repeats: Bool, _ until: Date?) -> String {
            Trigger.region(home, repeats: repeats, until: until).words(addedAt: context.now, in: context.timeZone)
        }

        #expect(words(false, nil) == "when you arrive at home")
        #expect(words(true, nil) == "each time you arrive at home")
        #expect(words(false, context.now + 3600) == "when you arrive at home until 2026-11-21 13:00")
    }

    @Test(arguments: Corpus.lines) func `the words of the corpus's triggers are read back`(_ line: Corpus.Line) throws {
        let zone = try #require(Zone(identifier: line.zone))
        let context = TimeExpression.Context(now: try #require(Date(rfc3339: line.now)), timeZone: zone)
        guard let expression = try? read(line, context) else { return }
        let isWritten = !expression.normalized.contains("FREQ=") && expression.normalized.hasPrefix("every ")
        try check(expression.trigger, mustBeRead: isWritten || !expression.trigger.repeats, line.text, context)
    }

    @Test(arguments: [OracleQuestion.Kind.cron, .rule, .systemd])
    func `the words of the oracles' triggers are read back or refused`(kind: OracleQuestion.Kind) throws {
        var said = 0
        for (question, _) in try OracleRecord.read(kind) {
            guard let zone = Zone(identifier: question.zone) else { continue }
            let context = TimeExpression.Context(
                now: Date(timeIntervalSince1970: Double(question.from)), timeZone: zone)
            let expression: TimeExpression?
            switch kind {
            case .cron: expression = try? TimeExpression.parseCron(question.text, context)
            case .rule: expression = try? TimeExpression.parseRule(question.text, context)
            default: expression = try? TimeExpression.parseOnCalendar(question.text, context)
            }
            guard let expression else { continue }
            said += 1
            try check(expression.trigger, mustBeRead: false, question.text, context)
        }
        #expect(said >= 600)
    }

    private func read(_ line: Corpus.Line, _ context: TimeExpression.Context) throws -> TimeExpression {
        switch line.front {
        case "in": try TimeExpression.parseIn(line.text, context)
        case "at", "snooze": try TimeExpression.parseAt(line.text, context)
        case "every": try TimeExpression.parseEvery(line.text, context)
        case "calendar": try TimeExpression.parseOnCalendar(line.text, context)
        case "cron": try TimeExpression.parseCron(line.text, context)
        case "rrule": try TimeExpression.parseRule(line.text, context)
        case "say": try TimeExpression.parseSentence(line.text, context).expression
        default: try TimeExpression.parse(line.text, context)
        }
    }

    /// Says a trigger, and reads the words at once and after some of its occurrences.
    private func check(
        _ trigger: Trigger, mustBeRead: Bool, _ text: String, _ context: TimeExpression.Context
    ) throws {
        let words = trigger.words(addedAt: context.now, in: context.timeZone)
        #expect(!words.contains("FREQ="), "\(text)")
        let dates = dates(of: trigger, after: context.now, context, context.now)
        for passed in 0...1 {
            var later = context
            if passed == 1 {
                guard dates.count > 4 else { continue }
                if case .timeInterval = trigger { continue }
                later.now = dates[2]
            }
            let again: TimeExpression
            do {
                again = try TimeExpression.parse(words, later)
            } catch {
                #expect(!mustBeRead, "\(text) is said \(words): \(error)")
                return
            }
            let expected = dates.filter { $0 > later.now }
            let found = self.dates(of: again.trigger, after: later.now, later, later.now).prefix(expected.count)
            #expect(Array(found) == expected, "\(text) is said \(words), read \(passed == 0 ? "at once" : "later")")
        }
    }

    private func dates(
        of trigger: Trigger, after date: Date, _ context: TimeExpression.Context, _ anchor: Date
    ) -> [Date] {
        var dates: [Date] = []
        while dates.count < (trigger.repeats ? 12 : 1),
            let next = trigger.nextDate(after: dates.last ?? date, anchoredAt: anchor, in: context.timeZone)
        {
            dates.append(next)
        }
        return dates
    }
}
