// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A calendar by the name that CLDR gives it: how days make months and years.
package enum CalendarSystem: String, CaseIterable, Hashable, Sendable {
    case gregorian, iso8601, buddhist, chinese, coptic, ethiopic, ethioaa, hebrew, indian, islamic
    case islamicCivil = "islamic-civil"
    case islamicTabular = "islamic-tbla"
    case islamicUmmAlQura = "islamic-umalqura"
    case japanese, persian, roc

    /// Whether its months are the Gregorian calendar's, and its years too.
    ///
    /// `ethioaa` is among them: neither ICU nor Foundation has ever known it by this name, and dates that are stored keep
    /// their meaning.
    var isGregorian: Bool { [.gregorian, .iso8601, .ethioaa].contains(self) }

    /// The first day of its weeks: 1 is Sunday. No locale has a say.
    var firstWeekday: Int { self == .iso8601 ? 2 : 1 }

    /// How many days of a year or month its first week has at least.
    var minimumDaysInFirstWeek: Int { self == .iso8601 ? 4 : 1 }

    /// The numbers that its months may have.
    var months: ClosedRange<Int> { 1...([.coptic, .ethiopic, .hebrew].contains(self) ? 13 : 12) }

    /// The numbers that its days of the month may have.
    var days: ClosedRange<Int> { 1...([.chinese, .coptic, .ethiopic, .hebrew].contains(self) ? 30 : 31) }

    /// The numbers that its weeks of the month may have.
    var weeksOfMonth: ClosedRange<Int> { self == .iso8601 ? 0...5 : 1...6 }

    /// The numbers that its weeks of the year may have.
    var weeksOfYear: ClosedRange<Int> {
        switch self {
        case .chinese: 1...55
        case .hebrew: 1...56
        case .islamic, .islamicCivil, .islamicTabular, .islamicUmmAlQura: 1...51
        default: 1...53
        }
    }

    /// The numbers that its days of the year may have.
    var daysOfYear: ClosedRange<Int> {
        switch self {
        case .chinese, .hebrew: 1...385
        case .islamic, .islamicCivil, .islamicTabular, .islamicUmmAlQura: 1...355
        default: 1...366
        }
    }
}
