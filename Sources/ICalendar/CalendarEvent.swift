// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
package import Triggers

// Why: the type has many properties, because that many properties of a VEVENT matter for reminders.
/// An event or a task of a calendar file (`VEVENT`, `VTODO`).
package struct CalendarEvent: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case event, task }

    /// State of an event or a task that needs no reminder.
    package enum End: Hashable, Sendable { case cancelled, completed }

    package let kind: Kind
    /// Number of the line with the event's `BEGIN`.
    package let line: Int
    /// Identifier that stays the same when the event changes; empty if the file has none.
    package internal(set) var uid = ""
    /// Number of the event's version (`SEQUENCE`).
    package internal(set) var sequence = 0
    /// Date of the occurrence that this event replaces in the repeating event with the same ``uid``.
    package internal(set) var recurrenceID: CalendarTime?
    package internal(set) var summary = ""
    package internal(set) var details = ""
    package internal(set) var location = ""
    /// Start of an event; for a task, its due date, or its start if it has no due date.
    package internal(set) var start: CalendarTime
    /// Seconds from the start to the end; 0 if there is no end.
    package internal(set) var length = 0
    package internal(set) var rules: [RecurrenceRule] = []
    /// Further dates on which the event occurs (`RDATE`).
    package internal(set) var dates: [CalendarTime] = []
    /// Dates on which the repeating event does not occur (`EXDATE`, and those that other events of the file replace).
    package internal(set) var exceptions: [CalendarTime] = []
    package internal(set) var alarms: [CalendarAlarm] = []
    /// Reason for which the event needs no reminder; nil for an event that needs one.
    package internal(set) var end: End?

    init(_ kind: Kind, line: Int, start: CalendarTime) { (self.kind, self.line, self.start) = (kind, line, start) }

    /// Returns whether another event with the same ``uid`` has the same contents, on other lines of the file.
    func says(_ other: CalendarEvent) -> Bool {
        summary == other.summary && details == other.details && location == other.location && start == other.start
            && length == other.length && rules == other.rules && dates == other.dates && exceptions == other.exceptions
            && alarms.map(\.moment) == other.alarms.map(\.moment) && end == other.end
    }

    package var isAllDay: Bool { start.isDay }
    package var repeats: Bool { !rules.isEmpty || !dates.isEmpty }
    /// Number of days that an event of whole days covers, at least 1.
    package var dayCount: Int { max(1, length / 86_400) }

    /// Returns all dates of the event as a recurrence; nil for an event with a single date.
    ///
    /// An event of whole days occurs at `hour` in the person's zone.
    package func recurrence(atHour hour: Int = 0) -> RecurrenceSet? {
        guard repeats else { return nil }
        var set = RecurrenceSet(rules, start: .local(start.local(atHour: hour)), timeZone: start.zone)
        set.dates = dates.map { $0.moment(inSetOf: start.zone, atHour: hour) }
        set.exceptions = exceptions.map { time in
            if case .day(let day) = time { return .day(day) }
            // The exceptions of an event of whole days may be given as times, such as midnight.
            return isAllDay ? .day(time.dayNumber) : .moment(time.moment(inSetOf: start.zone, atHour: hour))
        }
        // The start is the first occurrence (RFC 5545, 3.8.5.2), even if no rule matches it.
        let first = RecurrenceRule.Moment.local(start.local(atHour: hour))
        let date = start.date(in: .gmt, atHour: hour)
        let zone = start.zone ?? .gmt
        let occurs = rules.contains { rule in
            let own = Trigger.rule(RecurrenceSet([rule], start: first, timeZone: zone))
            return own.nextDate(after: date - 1, anchoredAt: date - 1, in: zone) == date
        }
        if !occurs, !set.dates.contains(first) { set.dates.insert(first, at: 0) }
        return set
    }

    /// Returns a trigger that fires at each date of the event; an event of whole days fires at `hour`.
    package func trigger(atHour hour: Int) -> Trigger {
        if let set = recurrence(atHour: hour) { return .rule(set) }
        let local = start.local(atHour: hour)
        let (year, month, day) = local.civil
        return .calendar(
            CalendarComponents(
                timeZone: start.zone, year: year, month: month, day: day, hour: local.hour, minute: local.minute,
                second: local.second), repeats: false)
    }
}
