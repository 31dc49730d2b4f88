// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A calendar, named as in CLDR.
package enum CalendarSystem: String, CaseIterable, Hashable, Sendable {
    case gregorian, iso8601, buddhist, chinese, coptic, ethiopic, ethioaa, hebrew, indian, islamic
    case islamicCivil = "islamic-civil"
    case islamicTabular = "islamic-tbla"
    case islamicUmmAlQura = "islamic-umalqura"
    case japanese, persian, roc

    /// Tells whether the calendar has the Gregorian months and years.
    ///
    /// `ethioaa` is included: Foundation takes that name for Gregorian, and stored dates must keep their day.
    var isGregorian: Bool { [.gregorian, .iso8601, .ethioaa].contains(self) }

    /// The first weekday, 1 is Sunday; independent of the locale.
    var firstWeekday: Int { self == .iso8601 ? 2 : 1 }

    /// Minimum number of days that the first week has in its year or month.
    var minimumDaysInFirstWeek: Int { self == .iso8601 ? 4 : 1 }

    /// Valid month numbers.
    var months: ClosedRange<Int> { 1...([.coptic, .ethiopic, .hebrew].contains(self) ? 13 : 12) }

    /// Valid days of the month.
    var days: ClosedRange<Int> { 1...([.chinese, .coptic, .ethiopic, .hebrew].contains(self) ? 30 : 31) }

    var weeksOfMonth: ClosedRange<Int> { self == .iso8601 ? 0...5 : 1...6 }

    var weeksOfYear: ClosedRange<Int> {
        switch self {
        case .chinese: 1...55
        case .hebrew: 1...56
        case .islamic, .islamicCivil, .islamicTabular, .islamicUmmAlQura: 1...51
        default: 1...53
        }
    }

    var daysOfYear: ClosedRange<Int> {
        switch self {
        case .chinese, .hebrew: 1...385
        case .islamic, .islamicCivil, .islamicTabular, .islamicUmmAlQura: 1...355
        default: 1...366
        }
    }
}
