// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// When a request fires (`UNNotificationTrigger`).
///
/// A request without one fires at once. `Trigger+NextDate.swift` computes the dates.
package enum Trigger: Hashable, Sendable {
    /// Fires this long after the request was added.
    ///
    /// Real time: suspend counts, zones and clock changes don't. More than 0 s, at most
    /// ``longestInterval``; a repeating one is at least ``shortestRepeatingInterval`` and keeps its phase.
    case timeInterval(Duration, repeats: Bool)
    /// Fires when the wall clock next matches these components.
    ///
    /// Their own `calendar` and `timeZone` count where they are set; without a zone the trigger floats: it follows the
    /// zone the person is in.
    case calendar(CalendarComponents, repeats: Bool)
    /// Fires at every occurrence of recurrence rules (RFC 5545), and at some dates besides.
    case rule(RecurrenceSet)

    /// The shortest interval that may repeat: 60 seconds, as Apple's.
    package static let shortestRepeatingInterval = Duration.seconds(60)
    /// The longest interval: 100 years of 365.25 days.
    package static let longestInterval = Duration.seconds(3_155_760_000)

    /// Whether the trigger may fire more than once.
    package var repeats: Bool {
        switch self {
        case .timeInterval(_, let repeats), .calendar(_, let repeats): repeats
        case .rule(let set): set.repeats
        }
    }

    /// Whether the moment depends on the zone that the person is in.
    ///
    /// Such a trigger's next date is worked out anew when the zone changes.
    package var isFloating: Bool {
        switch self {
        case .timeInterval: false
        case .calendar(let components, _): components.timeZone == nil
        case .rule(let set): set.timeZone == nil
        }
    }
}
