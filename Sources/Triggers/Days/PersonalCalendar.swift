// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The person's settings on which the dates of some triggers depend: workdays, holidays, and the place of the sun.
///
/// Triggers are stored without these settings, so that their dates follow each change.
package struct PersonalCalendar: Hashable, Sendable {
    /// The days of the week on which the person works, 1 for Sunday.
    package var workdays: Set<Int> = [2, 3, 4, 5, 6]
    /// The holidays, as numbers of days since 1970-01-01.
    package var holidays: Set<Int> = []
    /// The place for sunrise and sunset; nil if the person has set none.
    package var place: Coordinate?

    package init() {}

    /// A fingerprint of the calendar, by which the agent notices a change of the calendar; empty for a calendar with
    /// nothing but the usual workdays.
    package var mark: String {
        guard self != PersonalCalendar() else { return "" }
        // FNV-1a gives the same hash in every process.
        let hash = holidays.sorted().reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64(bitPattern: Int64($1))) &* 0x0100_0000_01b3
        }
        let place = place.map { " \($0.latitude),\($0.longitude)" } ?? ""
        return "\(workdays.sorted()) \(holidays.count) \(hash)\(place)"
    }

    private static let shared = Mutex(PersonalCalendar())

    /// The calendar of this process, which the agent sets from `config.toml`; in other processes it has the default
    /// workdays and no holidays.
    package static var current: PersonalCalendar {
        get { shared.withLock { $0 } }
        set { shared.withLock { $0 = newValue } }
    }
}

/// The days to which the person's calendar limits a rule, besides the rule's own conditions.
package enum DayFilter: String, Hashable, Sendable, NamedChoice {
    /// Workdays that are not holidays.
    case workdays
    /// All days that are not holidays.
    case exceptHolidays

    /// Returns whether a rule may fire on a day, which is given by its number since 1970-01-01.
    func admits(_ day: Int, of calendar: PersonalCalendar) -> Bool {
        guard !calendar.holidays.contains(day) else { return false }
        // 1970-01-01 was a Thursday, the fifth day of the week.
        return self == .exceptHolidays || calendar.workdays.contains(((day + 4) % 7 + 7) % 7 + 1)
    }
}
