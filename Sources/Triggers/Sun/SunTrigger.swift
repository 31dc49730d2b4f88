// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Condition that is met at sunrise or at sunset, or some time before or after it.
///
/// Its dates are moments: they don't depend on the person's zone. A day without a sunrise or sunset is skipped.
package struct SunTrigger: Hashable, Sendable {
    /// The beginning or the end of the daylight.
    package enum Event: String, Hashable, Sendable, NamedChoice {
        case sunrise, sunset
    }

    package var event: Event
    /// Seconds after the event; negative before it. At most ``longestOffset`` either way.
    package var offset = 0
    /// The place on the globe; nil for ``PersonalCalendar/place``.
    package var place: Coordinate?
    package var repeats = false

    /// The longest time before or after the event, in seconds: 12 hours.
    package static let longestOffset = 43_200
    /// The number of days in which the event is searched. Near a pole the sun doesn't rise or set for half a year.
    private static let searchedDays = 370

    package init(_ event: Event, offset: Int = 0, at place: Coordinate? = nil, repeats: Bool = false) {
        (self.event, self.offset, self.place, self.repeats) = (event, offset, place, repeats)
    }

    func validate() throws(Refusal) {
        guard (-Self.longestOffset...Self.longestOffset).contains(offset) else {
            throw .invalidTrigger("offset is \(offset) seconds; it must be from -43200 to 43200")
        }
        try place?.validate("trigger")
    }

    /// Returns the refusal of a trigger that has no date.
    func refusal(by calendar: PersonalCalendar) -> Refusal {
        guard let place = place ?? calendar.place else {
            return .invalidTrigger(
                "\(event) needs a place: give latitude and longitude, or set [sun] of config.toml")
        }
        return .invalidTrigger(
            "the trigger can never match: there is no \(event) at latitude \(place.latitude) within a year")
    }

    /// Returns the first date after `date`; nil without a place, and where the event doesn't occur within a year.
    func nextDate(after date: Date, by calendar: PersonalCalendar) -> Date? {
        guard let place = place ?? calendar.place else { return nil }
        let offset = Double(offset)
        // The sunrise or sunset of a `SolarDay` is at most one and a half days away from the start of its `day` in UTC.
        let first = Int(((date.timeIntervalSince1970 - offset) / 86_400).rounded(.down)) - 2
        for day in first...first + Self.searchedDays {
            guard let event = SolarDay(day: day, place: place).date(of: event), event + offset > date else { continue }
            return event + offset
        }
        return nil
    }
}
