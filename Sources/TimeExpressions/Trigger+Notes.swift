// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationModel

extension Trigger {
    /// The zone of the trigger's own; nil if it floats or has none.
    var timeZone: TimeZone? {
        switch self {
        case .timeInterval: nil
        case .calendar(let components, _): isFloating ? nil : components.timeZone
        case .rule(let set): set.timeZone
        }
    }

    /// The trigger in words, for one that wasn't written in words.
    var text: String {
        switch self {
        case .timeInterval(let interval, let repeats):
            (repeats ? "every " : "in ") + Span(seconds: interval.timeInterval).text
        case .calendar(let components, let repeats):
            (repeats ? "every time that matches " : "when the clock matches ") + components.text
        case .rule(let set): set.text
        }
    }

    /// The time of day that the trigger names; nil if it names none.
    private var namedTime: ClockTime? {
        switch self {
        case .timeInterval: return nil
        case .calendar(let components, _):
            guard let hour = components.hour else { return nil }
            return ClockTime(hour: hour, minute: components.minute ?? 0, second: components.second ?? 0)
        case .rule(let set):
            guard set.rules.count == 1, let rule = set.rules.first else { return nil }
            guard rule.frequency >= .daily, rule.hours.count == 1, rule.minutes.count == 1 else { return nil }
            return ClockTime(hour: rule.hours[0], minute: rule.minutes[0], second: rule.seconds.first ?? 0)
        }
    }

    /// Sentences about the dates that a gap or a fold of the clock concerns.
    func notes(about dates: [Date], in timeZone: TimeZone) -> [String] {
        guard let time = namedTime else { return [] }
        return dates.compactMap { date in
            let shown = LocalTime(date, in: timeZone)
            let named = shown.at(hour: time.hour, minute: time.minute, second: time.second)
            // A gap at midnight may put the date on the day after the named one.
            for candidate in [named, named.adding(days: -1)] where candidate.instant(in: timeZone) == date {
                switch candidate.resolved(in: timeZone) {
                case .exact: return nil
                case .afterGap:
                    return "\(time.text) does not exist on \(candidate.dateText) in \(timeZone.identifier); "
                        + "fires \(candidate.dateText == shown.dateText ? shown.timeText : shown.text)."
                case .twice:
                    return "\(time.text) comes twice on \(candidate.dateText) in \(timeZone.identifier); "
                        + "fires the first time."
                }
            }
            return nil
        }
    }
}

extension DateComponents {
    /// The components as words: `hour 9, weekday 2`.
    fileprivate var text: String {
        let parts: [(String, Int?)] = [
            ("era", era), ("year", year), ("yearForWeekOfYear", yearForWeekOfYear), ("quarter", quarter),
            ("month", month), ("weekOfYear", weekOfYear), ("weekOfMonth", weekOfMonth), ("day", day),
            ("dayOfYear", dayOfYear), ("weekday", weekday), ("weekdayOrdinal", weekdayOrdinal), ("hour", hour),
            ("minute", minute), ("second", second),
        ]
        return parts.compactMap { part in part.1.map { "\(part.0) \($0)" } }.joined(separator: ", ")
    }
}
