// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Condition for a request to fire (`UNNotificationTrigger`).
///
/// A request without a trigger fires at once. `Trigger+NextDate.swift` computes the dates.
package enum Trigger: Hashable, Sendable {
    /// Fires this long after the request was added.
    ///
    /// It measures real time: suspend counts; changes of zone or clock don't. The interval is above 0 s, at most
    /// ``longestInterval``; if it repeats, it is at least ``shortestRepeatingInterval`` and keeps its phase.
    case timeInterval(Duration, repeats: Bool)
    /// Fires when the wall clock next matches these components.
    ///
    /// The components' own `calendar` and `timeZone` apply if set. Without a zone the trigger floats with the person's
    /// current zone.
    case calendar(CalendarComponents, repeats: Bool)
    /// Fires at every occurrence of recurrence rules (RFC 5545), and at further dates.
    case rule(RecurrenceSet)

    /// The shortest interval that may repeat: 60 seconds, Apple's limit.
    package static let shortestRepeatingInterval = Duration.seconds(60)
    /// The longest interval: 100 years of 365.25 days.
    package static let longestInterval = Duration.seconds(3_155_760_000)

    /// Tells whether the trigger may fire more than once.
    package var repeats: Bool {
        switch self {
        case .timeInterval(_, let repeats), .calendar(_, let repeats): repeats
        case .rule(let set): set.repeats
        }
    }

    /// Tells whether the trigger's dates depend on the person's current zone.
    ///
    /// Such a trigger's next date is computed again when the zone changes.
    package var isFloating: Bool {
        switch self {
        case .timeInterval: false
        case .calendar(let components, _): components.timeZone == nil
        case .rule(let set): set.timeZone == nil
        }
    }
}
