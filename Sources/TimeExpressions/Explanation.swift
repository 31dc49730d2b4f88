// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import NotificationModel

/// What a trigger means: its next moments, and what clock changes do to it.
package struct Explanation: Hashable, Sendable {
    /// The trigger in the contract's plainest form.
    package let normalized: String
    /// The next moments, at most as many as were asked for.
    package let dates: [Date]
    /// The zone in which they are meant.
    package let timeZone: TimeZone
    /// Words about times that a clock change skips or repeats, in the year to come.
    package let notes: [String]

    package init(of trigger: Trigger, now: Date, anchor: Date, in timeZone: TimeZone, count: Int) {
        let zone = Self.zone(of: trigger) ?? timeZone
        self.timeZone = zone
        var dates: [Date] = []
        while dates.count < (trigger.repeats ? count : 1) {
            guard let next = trigger.nextDate(after: dates.last ?? now, anchoredAt: anchor, in: timeZone) else { break }
            dates.append(next)
        }
        self.dates = dates
        normalized = Self.text(of: trigger)
        notes = Self.changes(of: trigger, dates: dates, now: now, anchor: anchor, in: zone)
    }

    /// The zone that the trigger names; one in UTC is an instant, and is told in the person's zone.
    private static func zone(of trigger: Trigger) -> TimeZone? {
        switch trigger {
        case .timeInterval: nil
        case .calendar(let components, _): components.timeZone == .gmt ? nil : components.timeZone
        case .rule(let rule): rule.timeZone
        }
    }

    private static func text(of trigger: Trigger) -> String {
        switch trigger {
        case .timeInterval(let interval, let repeats):
            var span = Span()
            _ = span.add(Double(interval.components.seconds), .seconds(1))
            return (repeats ? "every " : "in ") + span.description
        case .calendar(let components, let repeats):
            let parts: [(String, Int?)] = [
                ("year", components.year), ("month", components.month), ("day", components.day),
                ("weekday", components.weekday), ("hour", components.hour), ("minute", components.minute),
                ("second", components.second),
            ]
            let words = parts.compactMap { name, value in value.map { "\(name)=\($0)" } }.joined(separator: " ")
            return (repeats ? "each " : "once ") + words
        case .rule(let rule):
            return rule.description
        }
    }

    // MARK: - Clock changes

    /// The time of day that the trigger names, if it names one.
    private static func clock(of trigger: Trigger) -> ClockTime? {
        switch trigger {
        case .timeInterval: nil
        case .calendar(let components, _):
            components.hour.map { ClockTime(hour: $0, minute: components.minute ?? 0, second: components.second ?? 0) }
        case .rule(let rule):
            rule.hours.count == 1
                ? ClockTime(hour: rule.hours[0], minute: rule.minutes.first ?? 0, second: rule.seconds.first ?? 0) : nil
        }
    }

    private static func changes(
        of trigger: Trigger, dates: [Date], now: Date, anchor: Date, in zone: TimeZone
    ) -> [String] {
        guard let clock = clock(of: trigger), let last = dates.last else { return [] }
        let horizon = trigger.repeats ? max(last, now + 366 * 86400) : last + 1
        var notes: [String] = []
        var change = zone.nextDaylightSavingTimeTransition(after: now)
        while let moment = change, moment <= horizon + 7200, notes.count < 4 {
            // The occurrence on the day of the change, if there is one.
            if let date = trigger.nextDate(after: moment - 3 * 3600, anchoredAt: anchor, in: zone),
                abs(date.timeIntervalSince(moment)) < 3 * 3600, date > now, date <= horizon,
                let note = note(clock, date, moment, zone)
            {
                notes.append(note)
            }
            change = zone.nextDaylightSavingTimeTransition(after: moment)
        }
        return notes
    }

    private static func note(_ clock: ClockTime, _ date: Date, _ change: Date, _ zone: TimeZone) -> String? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let shown = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        let day = CalendarDay.text(shown.year ?? 0, shown.month ?? 0, shown.day ?? 0)
        let actual = ClockTime(hour: shown.hour ?? 0, minute: shown.minute ?? 0, second: shown.second ?? 0)
        if actual != clock {
            return "\(clock.description) does not exist on \(day) in \(zone.identifier); fires \(actual.description)"
        }
        let gained = zone.secondsFromGMT(for: change - 1) - zone.secondsFromGMT(for: change)
        guard gained > 0, date < change, date >= change - Double(gained) else { return nil }
        return "\(clock.description) comes twice on \(day) in \(zone.identifier); fires the first time"
    }
}
