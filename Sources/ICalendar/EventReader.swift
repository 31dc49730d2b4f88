// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Triggers

/// Reader of one `VEVENT` or `VTODO`.
struct EventReader {
    let component: CalendarComponent
    var zones: CalendarZones
    /// Problems of lines that were left out, while the event itself is kept.
    private(set) var problems: [CalendarProblem] = []

    init(_ component: CalendarComponent, _ zones: CalendarZones) {
        (self.component, self.zones) = (component, zones)
    }

    /// - Throws: ``CalendarProblem`` if the component can't be read; the event is not guessed from its other lines.
    mutating func read() throws(CalendarProblem) -> CalendarEvent {
        let isTask = component.name == "VTODO"
        let first = try time("DTSTART")
        let due = isTask ? try due(after: first) : nil
        guard let start = due ?? first else {
            throw CalendarProblem(
                line: component.line, isTask ? "VTODO has neither DUE nor DTSTART" : "VEVENT has no DTSTART")
        }
        var event = CalendarEvent(isTask ? .task : .event, line: component.line, start: start)
        event.uid = component.text("UID")
        event.sequence = Int(component.text("SEQUENCE")) ?? 0
        event.summary = component.text("SUMMARY")
        event.details = component.text("DESCRIPTION")
        event.location = component.text("LOCATION")
        event.end = end(isTask)
        event.recurrenceID = try recurrenceID()
        event.length = try length(from: start, isTask)
        for line in component.all("RRULE") { event.rules.append(try rule(line, start)) }
        guard event.rules.count <= RecurrenceSet.longestRules else {
            throw CalendarProblem(line: component.line, "there are more than \(RecurrenceSet.longestRules) rules")
        }
        if let line = component.all("EXRULE").first {
            throw CalendarProblem(line: line.number, "EXRULE is no longer in RFC 5545; write the dates as EXDATE")
        }
        event.dates = try times("RDATE")
        event.exceptions = try times("EXDATE")
        if isTask, event.repeats, let first, Self.seconds(from: first, to: start) != 0 {
            throw CalendarProblem(
                line: component.line, "a repeating task that starts at another date than it is due isn't carried over")
        }
        let lead = first.map { Self.seconds(from: start, to: $0) } ?? 0
        for alarm in component.children where alarm.name == "VALARM" {
            guard event.alarms.count < Self.mostAlarms else {
                problems.append(
                    CalendarProblem(line: alarm.line, "the alarms beyond \(Self.mostAlarms) of an event are left out"))
                break
            }
            if let count = Int(alarm.text("REPEAT")), count > CalendarAlarm.mostRepetitions {
                problems.append(
                    CalendarProblem(
                        line: alarm.line,
                        "the repetitions of an alarm beyond \(CalendarAlarm.mostRepetitions) are left out"))
            }
            do throws(CalendarProblem) {
                event.alarms += try CalendarAlarm.read(
                    alarm, start: isTask ? lead : 0, end: isTask ? 0 : event.length)
            } catch {
                problems.append(error)
            }
        }
        event.alarms = Array(event.alarms.prefix(Self.mostAlarms))
        return event
    }

    /// Maximum number of alarms of an event, repetitions included.
    private static let mostAlarms = 256

    private func end(_ isTask: Bool) -> CalendarEvent.End? {
        switch component.text("STATUS").uppercased() {
        case "CANCELLED": .cancelled
        case "COMPLETED": .completed
        default: isTask && !component.all("COMPLETED").isEmpty ? .completed : nil
        }
    }

    private mutating func recurrenceID() throws(CalendarProblem) -> CalendarTime? {
        guard let line = try component.property("RECURRENCE-ID") else { return nil }
        guard line.parameter("RANGE") == nil else {
            throw CalendarProblem(
                line: line.number, "RANGE=THISANDFUTURE changes all later occurrences and isn't carried over")
        }
        return try times(line).first
    }

    /// Returns the due date of a task: `DUE`, or its start plus `DURATION`; nil if it has neither.
    private mutating func due(after start: CalendarTime?) throws(CalendarProblem) -> CalendarTime? {
        if let due = try time("DUE") { return due }
        guard let start, let line = try component.property("DURATION") else { return nil }
        guard let seconds = CalendarDuration.seconds(line.value), seconds >= 0, let due = start.adding(seconds) else {
            throw CalendarProblem(
                line: line.number, "DURATION is \"\(line.value.prefix(40))\"; it must be such as PT1H")
        }
        return due
    }

    private mutating func length(from start: CalendarTime, _ isTask: Bool) throws(CalendarProblem) -> Int {
        if isTask { return 0 }
        if let end = try time("DTEND") { return max(0, Self.seconds(from: start, to: end)) }
        guard let line = try component.property("DURATION") else { return start.isDay ? 86_400 : 0 }
        guard let seconds = CalendarDuration.seconds(line.value), seconds >= 0 else {
            throw CalendarProblem(
                line: line.number, "DURATION is \"\(line.value.prefix(40))\"; it must be such as PT1H")
        }
        return seconds
    }

    /// Returns the seconds between two times; a time without a zone is taken in the zone of the other time.
    private static func seconds(from one: CalendarTime, to other: CalendarTime) -> Int {
        Int(other.date(in: one.zone ?? .gmt).timeIntervalSince(one.date(in: other.zone ?? .gmt)))
    }

    private func rule(_ line: ContentLine, _ start: CalendarTime) throws(CalendarProblem) -> RecurrenceRule {
        guard !line.isCut else { throw CalendarProblem(line: line.number, "RRULE is too long") }
        do {
            var rule = try RecurrenceRule(parsing: line.value)
            // The rules of an event of whole days end with a day, even if a program wrote the end as a UTC time.
            if start.isDay, case .until(let moment) = rule.end {
                rule.end = .until(.local(moment.local(in: .gmt).at(hour: 23, minute: 59, second: 59)))
            }
            return rule
        } catch {
            throw CalendarProblem(line: line.number, error.message)
        }
    }

    // MARK: - Dates

    private mutating func time(_ name: String) throws(CalendarProblem) -> CalendarTime? {
        guard let line = try component.property(name) else { return nil }
        let times = try times(line)
        guard times.count == 1 else { throw CalendarProblem(line: line.number, "\(name) has several dates") }
        return times[0]
    }

    private mutating func times(_ name: String) throws(CalendarProblem) -> [CalendarTime] {
        var all: [CalendarTime] = []
        for line in component.all(name) { all += try times(line) }
        guard all.count <= RecurrenceSet.longestDates else {
            throw CalendarProblem(
                line: component.line, "\(name) has \(all.count) dates; the limit is \(RecurrenceSet.longestDates)")
        }
        return all
    }

    private mutating func times(_ line: ContentLine) throws(CalendarProblem) -> [CalendarTime] {
        guard !line.isCut else { throw CalendarProblem(line: line.number, "\(line.name) is too long") }
        var zone: Zone?
        if let identifier = line.parameter("TZID") {
            guard let known = zones.zone(identifier) else {
                throw CalendarProblem(
                    line: line.number,
                    "TZID \"\(identifier.prefix(80))\" is no zone that is known here; a zone is one such as Europe/Berlin"
                )
            }
            zone = known
        }
        var times: [CalendarTime] = []
        for part in line.value.split(separator: ",", omittingEmptySubsequences: false) {
            // Only the start of a period, before the `/`, is read.
            let text = part.prefix { $0 != "/" }
            guard let time = CalendarTime(text, in: zone) else {
                throw CalendarProblem(
                    line: line.number,
                    "\(line.name) is \"\(part.prefix(40))\"; a date is such as 20271224 or 20271224T180000")
            }
            times.append(time)
        }
        return times
    }
}
