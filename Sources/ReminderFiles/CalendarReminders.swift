// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import ICalendar
import Triggers

/// Reminders of a calendar file's events and tasks.
///
/// An event becomes a request that fires at its start, with an early warning for each alarm before it. Alarms at other
/// dates become requests of their own.
enum CalendarReminders {
    static func read(_ bytes: [UInt8], into file: inout ReminderFile) {
        let calendar = CalendarFile(bytes)
        for problem in calendar.problems { file.refuse(problem.line, problem.message) }
        for event in calendar.events {
            switch event.end {
            case .cancelled: file.pass(event.line, "\(name(event)) is cancelled")
            case .completed: file.pass(event.line, "\(name(event)) is done")
            case nil: add(event, &file)
            }
        }
    }

    /// Longest time of an early warning, in seconds: ten years.
    private static let longestLead = 315_576_000

    private static func name(_ event: CalendarEvent) -> String {
        event.summary.isEmpty ? "it" : ReminderFile.oneLine(event.summary)
    }

    private static func title(_ event: CalendarEvent) -> String {
        event.summary.isEmpty ? (event.kind == .task ? "Task" : "Event") : event.summary
    }

    private static func add(_ event: CalendarEvent, _ file: inout ReminderFile) {
        let hour = ReminderFile.hourOfDays
        // An event without an identifier is recognised by its content, when its file is imported again.
        var key =
            event.uid.isEmpty
            ? [
                event.summary, "\(event.start.local())\(event.start.zone?.identifier ?? "")",
                event.rules.map(\.description).joined(separator: " "),
            ]
            : [event.uid]
        if let time = event.recurrenceID { key.append("\(time.local())\(time.zone?.identifier ?? "")") }
        let body = ReminderFile.cut(
            [event.location, event.details].filter { !$0.isEmpty }.joined(separator: "\n"),
            to: ReminderFile.mostBodyBytes)
        // The alarms of an event of whole days count from the midnight with which the event begins.
        let offset = event.isAllDay ? hour * 3600 : 0
        var leads: [Int] = []
        for (index, alarm) in event.alarms.enumerated() {
            switch alarm.moment {
            case .before(let seconds) where seconds > longestLead:
                file.refuse(alarm.line, "an alarm more than ten years before its event isn't carried over")
            case .before(let seconds) where seconds + offset > 0: leads.append(seconds + offset)
            case .before(let seconds) where seconds + offset == 0: continue
            case .before(let seconds):
                guard !event.repeats else {
                    file.refuse(alarm.line, "an alarm after the start of a repeating event isn't carried over")
                    continue
                }
                let local = event.start.local().adding(seconds: -seconds)
                file.add(
                    alarm.line, key: key + ["alarm \(index)"], title: title(event), body: body,
                    once(local, event.start.zone))
            case .at(let date):
                file.add(
                    alarm.line, key: key + ["alarm \(index)"], title: title(event), body: body,
                    once(LocalTime(date, in: .gmt), .gmt))
            }
        }
        file.add(event.line, key: key, title: title(event), body: body, event.trigger(atHour: hour), leads: leads)
    }

    /// Returns a trigger that fires once, at a local time.
    static func once(_ local: LocalTime, _ zone: Zone?) -> Trigger {
        let (year, month, day) = local.civil
        return .calendar(
            CalendarComponents(
                timeZone: zone, year: year, month: month, day: day, hour: local.hour, minute: local.minute,
                second: local.second), repeats: false)
    }
}
