// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// Condition for a request to fire (`UNNotificationTrigger`).
///
/// A request without a trigger fires at once. `Trigger+NextDate.swift` computes the dates.
package enum Trigger: Hashable, Sendable {
    /// Fires this long after the request was added.
    ///
    /// The interval, above 0 s and at most ``longestInterval``, is real time: sleep counts; changes of zone or clock
    /// don't. A repeating interval is at least ``shortestRepeatingInterval``, and the trigger fires at its multiples.
    case timeInterval(Duration, repeats: Bool)
    /// Fires when the wall clock next matches these components.
    ///
    /// A `calendar` or `timeZone` of the components applies. Without a zone the trigger floats with the person's zone.
    case calendar(CalendarComponents, repeats: Bool)
    /// Fires at every occurrence of recurrence rules (RFC 5545), and at further dates.
    case rule(RecurrenceSet)
    /// Fires when the person arrives at a place or leaves it.
    ///
    /// Such a trigger has no dates of its own: the agent sets a date when it notices that the person arrives or leaves.
    /// After `until`, if it has one, the request ends without firing.
    case region(Region, repeats: Bool, until: Date? = nil)
    /// Fires at sunrise or at sunset.
    case sun(SunTrigger)

    /// The shortest interval that may repeat: 60 seconds, Apple's limit.
    package static let shortestRepeatingInterval = Duration.seconds(60)
    /// The longest interval: 100 years of 365.25 days.
    package static let longestInterval = Duration.seconds(3_155_760_000)

    /// Tells whether the trigger may fire more than once.
    package var repeats: Bool {
        switch self {
        case .timeInterval(_, let repeats), .calendar(_, let repeats), .region(_, let repeats, _): repeats
        case .rule(let set): set.repeats
        case .sun(let sun): sun.repeats
        }
    }

    /// Tells whether the trigger's dates depend on the person's current zone.
    ///
    /// Such a trigger's next date is computed again when the zone changes.
    package var isFloating: Bool {
        switch self {
        case .timeInterval, .region, .sun: false
        case .calendar(let components, _): components.timeZone == nil
        case .rule(let set): set.timeZone == nil
        }
    }

    /// Tells whether the trigger's dates depend on the person's settings.
    ///
    /// Such a trigger's next date is computed again when the ``PersonalCalendar`` changes.
    package var followsPersonalCalendar: Bool {
        switch self {
        case .timeInterval, .calendar, .region: false
        case .rule(let set): set.calendar != nil
        case .sun(let sun): sun.place == nil
        }
    }

    /// Tells whether the person's calendar leaves out the day of a date, which may come from an earlier calendar.
    package func leavesOut(_ date: Date, in zone: Zone, by calendar: PersonalCalendar = .current) -> Bool {
        guard case .rule(let set) = self, let filter = set.calendar else { return false }
        return !filter.admits(LocalTime(date, in: set.timeZone ?? zone).dayNumber, of: calendar)
    }

    /// Tells whether the trigger could have a date after `date` if the person's calendar changed.
    package func mayFollow(_ date: Date, anchoredAt anchor: Date, in zone: Zone) -> Bool {
        guard followsPersonalCalendar else { return false }
        guard case .rule(var set) = self else { return true }
        set.calendar = nil
        return Trigger.rule(set).nextDate(after: date, anchoredAt: anchor, in: zone) != nil
    }

    /// Checks everything that doesn't depend on a clock.
    ///
    /// ``firstDate(after:in:)`` checks for past triggers and those that can never match.
    package func validate() throws(Refusal) {
        switch self {
        case .timeInterval(let interval, let repeats):
            let text = "timeInterval is \(interval.timeInterval) seconds"
            guard interval > .zero else { throw .invalidTrigger("\(text); it must be more than 0") }
            guard interval <= Self.longestInterval else {
                throw .invalidTrigger("\(text); the limit is 100 years (3155760000 seconds)")
            }
            guard !repeats || interval >= Self.shortestRepeatingInterval else {
                throw .invalidTrigger("\(text); it must be at least 60 if it repeats")
            }
        case .calendar(let components, _): try components.validate()
        case .rule(let set): try set.validate()
        case .region(let region, _, _): try region.validate()
        case .sun(let sun): try sun.validate()
        }
    }

    /// The place that the trigger waits for; nil for a trigger with dates.
    package var region: Region? { if case .region(let region, _, _) = self { region } else { nil } }

    /// Returns the trigger with another region; a trigger with dates stays as it is.
    package func replacing(_ region: Region) -> Trigger {
        guard case .region(_, let repeats, let until) = self else { return self }
        return .region(region, repeats: repeats, until: until)
    }

    /// The date at which the trigger of a place ends; nil for other triggers and without an end.
    package var regionEnd: Date? { if case .region(_, _, let until) = self { until } else { nil } }

    /// Tells whether the trigger's calendar is not Gregorian: a search may then cover 77 years.
    package var isOfOtherCalendar: Bool {
        guard case .calendar(let components, _) = self, let calendar = components.calendar else { return false }
        return !calendar.isGregorian
    }

    /// Tells whether computing a date may take so long that it should not block other work.
    package var isCostly: Bool {
        switch self {
        case .timeInterval, .region, .sun: false
        case .calendar: isOfOtherCalendar
        case .rule: true
        }
    }

    /// Returns the trigger with its start moved back by some weeks; without a start it is unchanged.
    ///
    /// This corrects requests added while the clock was years ahead: whole weeks keep weekdays and times of day.
    package func beginningEarlier(byWeeks weeks: Int) -> Trigger {
        guard case .rule(var set) = self else { return self }
        switch set.start {
        case .instant(let date): set.start = .instant(date - Double(weeks) * 7 * 86_400)
        case .local(let reading): set.start = .local(reading.adding(days: -7 * weeks))
        case nil: break
        }
        return .rule(set)
    }
}
