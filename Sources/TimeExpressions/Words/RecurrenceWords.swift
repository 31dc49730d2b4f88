// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Triggers

/// A set of recurrence rules in words.
struct RecurrenceWords {
    private let set: RecurrenceSet
    private let added: Date
    /// The zone of the set's clock.
    private let clock: Zone
    /// The zone in which dates are written: the clock's, or the person's for an interval with an end, which is in UTC.
    private let shown: Zone
    /// The set's start, or else the date on which the request was added, on the set's clock.
    private let origin: LocalTime

    /// Largest number of dates, or exceptions, that are listed one by one.
    private static let longestList = 4

    init(_ set: RecurrenceSet, addedAt added: Date, in zone: Zone) {
        (self.set, self.added) = (set, added)
        clock = set.timeZone ?? zone
        let isInterval = clock == .gmt && !set.rules.isEmpty && set.rules.allSatisfy(\.isPlainInterval)
        shown = isInterval ? zone : clock
        origin = (set.start ?? .instant(added)).local(in: clock)
    }

    var text: String {
        let zone = set.timeZone != nil && shown == clock ? clock.suffix : ""
        let dates = set.dates.map { reading($0).text }
        guard !set.rules.isEmpty else {
            let list = WordList.text(dates, atMost: Self.longestList, of: "dates")
            let days = set.calendar == .workdays ? ", only on workdays" : ""
            let hasExceptions = dates.count > 1 || set.calendar == .exceptHolidays
            return (dates.count == 1 ? list : "on \(list)") + days + (hasExceptions ? left(of: nil, without: []) : "")
                + zone
        }
        let further = dates.isEmpty ? "" : " and on " + WordList.text(dates, atMost: Self.longestList, of: "dates")
        return phrases.joined(separator: " and also ") + further + zone
    }

    /// The rules in words; rules that differ only in their times of day share one phrase.
    private var phrases: [String] {
        var groups: [(days: RecurrenceRule, rule: RecurrenceRule, times: TimesOfDay)] = []
        var phrases: [String] = []
        for rule in set.rules.map({ $0.completed(from: origin).inDays }) {
            guard rule.frequency >= .daily else {
                phrases.append(interval(rule))
                continue
            }
            var days = rule
            (days.hours, days.minutes, days.seconds) = ([], [], [])
            let isCounted = if case .count = rule.end { true } else { false }
            let isAlone = !rule.setPositions.isEmpty && (rule.dayOrLast == nil || TimesOfDay(rule).count > 1)
            if !isCounted, !isAlone, let index = groups.firstIndex(where: { $0.days == days }) {
                groups[index].times.add(TimesOfDay(rule))
            } else {
                groups.append((days, rule, TimesOfDay(rule)))
            }
        }
        return groups.map { phrase(of: $0.rule, at: $0.times) } + phrases
    }

    private func phrase(of rule: RecurrenceRule, at times: TimesOfDay) -> String {
        var days = DayWords(rule)
        if set.calendar == .workdays { days.keepWorkdays() }
        return "every " + Self.text(days, times) + from(rule, times) + until(rule)
            + left(of: times, without: days.exceptedWeekdays) + count(rule)
    }

    /// Describes a rule without its start and end: `weekday 09:00`, `fri 09:00, only on day 13 of the month`.
    static func phrase(_ rule: RecurrenceRule, _ conditions: [String]) -> String {
        var days = DayWords(rule)
        for condition in conditions { days.add(condition) }
        return text(days, TimesOfDay(rule))
            + (days.exceptedWeekdays.isEmpty ? "" : " except \(days.exceptedWeekdays.joined(separator: ", "))")
    }

    private static func text(_ days: DayWords, _ times: TimesOfDay) -> String {
        let conditions = days.conditions.map { ", \($0)" }.joined()
        if let listed = times.listed { return "\(days.head) \(listed)\(conditions)" }
        let isEachDay = days.head == "day"
        if let steps = times.steps { return steps + (isEachDay ? "" : " every \(days.head)") + conditions }
        // "every 15 minutes" alone would be an interval, which counts from the moment at which the request is added.
        let rhythm = times.rhythm
        let isInterval = times.isAllDay && days.conditions.isEmpty && !rhythm.hasPrefix("every hour at ")
        guard isEachDay, rhythm.hasPrefix("every ") else { return "\(days.head), \(rhythm)\(conditions)" }
        return rhythm.dropFirst("every ".count) + (isInterval ? " by the clock" : "") + conditions
    }

    // MARK: - Rules in hours, minutes and seconds

    /// Describes a rule that fires every few hours or minutes: `every 15m from 2026-11-21 12:15`.
    private func interval(_ rule: RecurrenceRule) -> String {
        let unit = rule.frequency == .hourly ? 3600.0 : rule.frequency == .minutely ? 60 : 1
        var days = rule
        days.frequency = .daily
        (days.interval, days.setPositions) = (1, [])
        var words = DayWords(days)
        if set.calendar == .workdays { words.keepWorkdays() }
        var conditions = words.conditions
        if words.head != "day" { conditions.insert("only \(words.head)", at: 0) }
        conditions += words.exceptedWeekdays.map { "not \($0)" }
        if !rule.hours.isEmpty { conditions.append("only in the hours \(Self.list(rule.hours))") }
        if rule.frequency == .hourly || !rule.minutes.isEmpty, rule.minutes != [origin.minute] {
            conditions.append("only at the minutes \(Self.list(rule.minutes))")
        }
        if !rule.setPositions.isEmpty { conditions += DayWords(rule).conditions.suffix(1) }
        let text = "every \(Span(seconds: unit * Double(rule.interval)).text)" + conditions.map { ", \($0)" }.joined()
        return text + " from \(said(origin).text)" + until(rule) + left(of: nil, without: []) + count(rule)
    }

    private static func list(_ numbers: [Int]) -> String { WordList.text(numbers.map { $0.padded() }) }

    // MARK: - Start, end and exceptions

    /// Returns the words for the set's start, after a space; empty unless the dates depend on the start, or the start
    /// is later than the date of adding the request.
    private func from(_ rule: RecurrenceRule, _ times: TimesOfDay) -> String {
        var start = origin
        var isNeeded = rule.interval > 1
        if case .count = rule.end { isNeeded = true }
        if isNeeded {
            // With its first occurrence as the start, the rule has the same dates and count as with the set's start.
            let alone = Trigger.rule(RecurrenceSet([rule], start: set.start, timeZone: set.timeZone))
            let before = set.start == nil ? added : origin.instant(in: clock) - 1
            guard let first = alone.nextDate(after: before, anchoredAt: added, in: clock) else { return "" }
            start = LocalTime(first, in: clock)
        } else {
            guard origin > LocalTime(added, in: clock).adding(seconds: 1) else { return "" }
        }
        let isWholeDay = start.secondOfDay <= times.first.seconds
        return " from \(isWholeDay ? said(start).dateText : said(start).text)"
    }

    private func until(_ rule: RecurrenceRule) -> String {
        guard case .until(let moment) = rule.end else { return "" }
        return " until \(reading(moment).untilText)"
    }

    private func count(_ rule: RecurrenceRule) -> String {
        guard case .count(let count) = rule.end else { return "" }
        return " \(count) times"
    }

    /// Returns the words for the set's exceptions (holidays, days of the week and dates), after a space.
    ///
    /// If the rule has one time a day, an exception at that time is written as a date alone.
    private func left(of times: TimesOfDay?, without weekdays: [String]) -> String {
        let dates = set.exceptions.map { exception in
            switch exception {
            case .day(let day): LocalTime(seconds: day * 86_400).dateText
            case .moment(let moment):
                times?.single.map { $0 == reading(moment).clock } == true
                    ? reading(moment).dateText : reading(moment).text
            }
        }
        let holidays = set.calendar == .exceptHolidays ? ["holidays"] : []
        guard !dates.isEmpty || !weekdays.isEmpty || !holidays.isEmpty else { return "" }
        let isShort = dates.count <= Self.longestList
        let listed = isShort ? dates : Array(dates.prefix(Self.longestList - 1))
        let more = isShort ? "" : " and \(dates.count - listed.count) more dates"
        return " except \((holidays + weekdays + listed).joined(separator: ", "))\(more)"
    }

    private func reading(_ moment: RecurrenceRule.Moment) -> LocalTime {
        if case .instant(let date) = moment { return LocalTime(date, in: shown) }
        return said(moment.local(in: clock))
    }

    /// Converts a local time of the set's clock to the zone in which dates are written.
    private func said(_ reading: LocalTime) -> LocalTime {
        shown == clock ? reading : LocalTime(reading.instant(in: clock), in: shown)
    }
}

extension RecurrenceRule {
    /// Tells whether the rule is an interval of hours, minutes or seconds, without any condition on days or hours.
    fileprivate var isPlainInterval: Bool {
        frequency < .daily && years.isEmpty && months.isEmpty && daysOfYear.isEmpty && daysOfMonth.isEmpty
            && weekdays.isEmpty && hours.isEmpty
    }

    /// The rule in days if it fires in every hour or in every minute; else the rule itself.
    ///
    /// The parts that the rule lacks must be taken from the set's start before.
    fileprivate var inDays: RecurrenceRule {
        guard frequency == .hourly || frequency == .minutely, interval == 1, setPositions.isEmpty, end.isEndOfDays
        else {
            return self
        }
        var rule = self
        rule.frequency = .daily
        return rule
    }
}

extension RecurrenceRule.End {
    /// Tells whether the rule ends at a date or never, but not after a number of occurrences.
    fileprivate var isEndOfDays: Bool { if case .count = self { false } else { true } }
}
