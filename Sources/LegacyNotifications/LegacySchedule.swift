// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Triggers
package import UserNotifications

// The older APIs have a date and an interval, and a time zone in which both are read. The zone has different meanings
// in `UILocalNotification` and `NSUserNotification`, so each states its meaning as a `Reading`.

/// The dates of a notification of an older API, and the trigger for these dates.
package struct LegacySchedule {
    /// The clock on which a date is read.
    package enum Reading: Hashable, Sendable {
        /// The clock of this zone, wherever the person is.
        case fixed(TimeZone)
        /// The person's clock; the local time is what the clock of this zone shows at the date.
        case floating(from: TimeZone)
    }

    /// The date of the first notification; nil means at once.
    package var date: Date?
    package var reading: Reading
    package var repeats: LegacyRepeat?
    /// The calendar in whose months and years the interval is counted.
    package var calendar: Calendar

    package init(date: Date?, reading: Reading, repeats: LegacyRepeat?, calendar: Calendar = .current) {
        (self.date, self.reading, self.repeats, self.calendar) = (date, reading, repeats, calendar)
    }

    /// Seconds; a notification whose date is nearer gets a trigger that stays valid once the date has passed.
    private static let soon = 10.0

    /// Returns the trigger for a person in `zone`; nil if the notification is due.
    ///
    /// An interval of a calendar whose months the agent can't count from this date throws ``LegacyProblem``.
    package func trigger(now: Date, in zone: TimeZone) throws(LegacyProblem) -> UNNotificationTrigger? {
        guard let repeats else {
            guard let date else { return nil }
            let due = start(date).date(in: Zone(own: zone))
            guard due > now else { return nil }
            if due.timeIntervalSince(now) < Self.soon {
                // The trigger's interval excludes the part of a second by which the start is rounded up.
                let rounding = Self.roundedUp(date).timeIntervalSince(date)
                return UNTimeIntervalNotificationTrigger(
                    timeInterval: max(0.001, due.timeIntervalSince(now) - rounding), repeats: false)
            }
            var set = RecurrenceSet([], timeZone: fixedZone)
            set.dates = [start(date)]
            return UNRuleNotificationTrigger(set)
        }
        let date = self.date ?? now
        guard !repeats.dependsOnCalendar || calendar.hasGregorianMonths else {
            return try calendarTrigger(repeats, from: date, now: now, in: zone)
        }
        let set = try repeating(repeats, from: date)
        let first = start(date).date(in: Zone(own: zone))
        guard first < now + Self.soon else { return UNRuleNotificationTrigger(set) }
        // A due notification is presented at once, and then at the later dates of its rule.
        return UNRuleNotificationTrigger(set, first: first > now ? first : Self.roundedUp(now + 1))
    }

    // MARK: - Rules

    private func repeating(_ repeats: LegacyRepeat, from date: Date) throws(LegacyProblem) -> RecurrenceSet {
        do {
            return try RecurrenceSet(
                parsing: repeats.rule(startingOn: day(of: date)), start: start(date), timeZone: fixedZone)
        } catch {
            throw LegacyProblem(error.message)
        }
    }

    private var fixedZone: Zone? {
        switch reading {
        case .fixed(let zone): Zone(own: zone)
        case .floating: nil
        }
    }

    /// Returns the rule's start, to the second: a fraction is rounded up, so that no notification fires too early.
    private func start(_ date: Date) -> RecurrenceRule.Moment {
        let date = Self.roundedUp(date)
        return switch reading {
        case .fixed: .instant(date)
        case .floating(let zone): .local(LocalTime(date, in: Zone(own: zone)))
        }
    }

    private func day(of date: Date) -> Int {
        let zone: Zone =
            switch reading {
            case .fixed(let zone), .floating(let zone): Zone(own: zone)
            }
        return LocalTime(Self.roundedUp(date), in: zone).civil.day
    }

    private static func roundedUp(_ date: Date) -> Date {
        Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.up))
    }

    // MARK: - Other calendars

    /// Returns the trigger for a calendar without Gregorian months, which the agent supports in calendar triggers only.
    ///
    /// Such a trigger has no start, so it is used only if its next match is the first date.
    private func calendarTrigger(
        _ repeats: LegacyRepeat, from date: Date, now: Date, in zone: TimeZone
    ) throws(LegacyProblem) -> UNNotificationTrigger {
        var calendar = calendar
        var units: Set<Calendar.Component> = [.day, .hour, .minute, .second]
        if repeats.unit == .year { units.insert(.month) }
        let date = Self.roundedUp(date)
        switch reading {
        case .fixed(let zone), .floating(let zone): calendar.timeZone = zone
        }
        var components = calendar.dateComponents(units, from: date)
        components.calendar = calendar
        components.timeZone = if case .fixed(let zone) = reading { zone } else { nil }
        let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: true)
        guard repeats.unit != .quarter, repeats.count == 1,
            trigger.nextTriggerDate(after: now, in: zone) == start(date).date(in: Zone(own: zone))
        else {
            throw LegacyProblem(
                "the calendar \(calendar.identifier) can repeat monthly or yearly only from its next matching date on")
        }
        return trigger
    }
}

extension Calendar {
    /// Whether the calendar's months are those of the Gregorian calendar; years may have other numbers.
    fileprivate var hasGregorianMonths: Bool {
        [.gregorian, .iso8601, .buddhist, .japanese, .republicOfChina].contains(identifier)
    }
}

extension Zone {
    /// Finds the system's zone with the same name; if there is none, the zone has the current offset of `zone`.
    fileprivate init(own zone: TimeZone) {
        self = Zone(identifier: zone.identifier) ?? Zone(identifier: zone.identifier, offset: zone.secondsFromGMT())
    }
}
