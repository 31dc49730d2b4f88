// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import Triggers

/// An alarm of an event or a task (`VALARM`), with its repetitions resolved.
package struct CalendarAlarm: Hashable, Sendable {
    /// Time at which an alarm fires.
    package enum Moment: Hashable, Sendable {
        /// Seconds before the event's start; negative for an alarm after the start.
        case before(Int)
        case at(Date)
    }

    /// Number of the line with `BEGIN:VALARM`.
    package let line: Int
    package let moment: Moment

    /// Maximum number of repetitions of an alarm.
    static let mostRepetitions = 16

    /// Reads a `VALARM`, and its repetitions as further alarms; returns no alarm for one that is switched off.
    ///
    /// `lead` and `trail` are the seconds from the event's start to the dates of `RELATED=START` and `RELATED=END`.
    ///
    /// - Throws: ``CalendarProblem`` for an alarm that can't be read, or that isn't a notification.
    static func read(
        _ component: CalendarComponent, start lead: Int, end trail: Int
    ) throws(CalendarProblem) -> [CalendarAlarm] {
        let action = component.text("ACTION").uppercased()
        switch action {
        case "NONE": return []
        case "EMAIL", "PROCEDURE":
            throw CalendarProblem(line: component.line, "an alarm with ACTION:\(action) is no notification")
        default: break
        }
        guard let trigger = try component.property("TRIGGER") else {
            throw CalendarProblem(line: component.line, "VALARM has no TRIGGER")
        }
        let first: Moment
        if let seconds = CalendarDuration.seconds(trigger.value) {
            let isFromEnd = trigger.parameter("RELATED")?.uppercased() == "END"
            first = .before(-(seconds + (isFromEnd ? trail : lead)))
        } else if let time = CalendarTime(trigger.value), !time.isDay {
            first = .at(time.date(in: .gmt))
        } else {
            throw CalendarProblem(line: trigger.number, "TRIGGER is neither a duration nor a date with a time")
        }
        var alarms = [CalendarAlarm(line: component.line, moment: first)]
        guard let count = try component.property("REPEAT"), let number = Int(count.value), number > 0 else {
            return alarms
        }
        let length = component.text("DURATION")
        guard let step = CalendarDuration.seconds(length), step > 0 else {
            throw CalendarProblem(line: count.number, "REPEAT needs a DURATION above zero")
        }
        for index in 1...min(number, mostRepetitions) {
            let moment: Moment =
                switch first {
                case .before(let seconds): .before(seconds - index * step)
                case .at(let date): .at(date + Double(index * step))
                }
            alarms.append(CalendarAlarm(line: component.line, moment: moment))
        }
        return alarms
    }
}
