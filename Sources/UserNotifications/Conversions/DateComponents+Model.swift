// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

extension CalendarComponents {
    /// Converts Apple's components, with only the identifiers of the calendar and the time zone.
    ///
    /// The time zone `.autoupdatingCurrent` becomes nil. A zone without a file on the system keeps its name, and the
    /// agent refuses a request with that zone.
    init(_ components: DateComponents) {
        self.init()
        for (one, other) in Self.pairs { self[keyPath: one] = components[keyPath: other] }
        isLeapMonth = components.isLeapMonth
        calendar = components.calendar.flatMap { Self.system(of: $0.identifier) }
        timeZone = components.timeZone.flatMap { $0 == .autoupdatingCurrent ? nil : Zone($0) }
    }

    /// The components in Apple's type; a zone that Foundation doesn't know is replaced by the zone's current offset.
    var dateComponents: DateComponents {
        var components = DateComponents()
        for (one, other) in Self.pairs { components[keyPath: other] = self[keyPath: one] }
        components.isLeapMonth = isLeapMonth
        if let calendar {
            var own = Calendar(identifier: Self.identifier(of: calendar))
            own.timeZone = .gmt
            components.calendar = own
        }
        components.timeZone = timeZone.flatMap {
            TimeZone(identifier: $0.identifier) ?? TimeZone(secondsFromGMT: $0.secondsFromGMT(for: .now))
        }
        return components
    }

    private static var pairs: [(WritableKeyPath<CalendarComponents, Int?>, WritableKeyPath<DateComponents, Int?>)] {
        [
            (\.era, \.era), (\.year, \.year), (\.yearForWeekOfYear, \.yearForWeekOfYear), (\.quarter, \.quarter),
            (\.month, \.month), (\.weekOfMonth, \.weekOfMonth), (\.weekOfYear, \.weekOfYear), (\.day, \.day),
            (\.dayOfYear, \.dayOfYear), (\.weekday, \.weekday), (\.weekdayOrdinal, \.weekdayOrdinal),
            (\.hour, \.hour), (\.minute, \.minute), (\.second, \.second), (\.nanosecond, \.nanosecond),
        ]
    }

    private static func identifier(of system: CalendarSystem) -> Calendar.Identifier {
        switch system {
        case .gregorian: .gregorian
        case .iso8601: .iso8601
        case .buddhist: .buddhist
        case .chinese: .chinese
        case .coptic: .coptic
        case .ethiopic: .ethiopicAmeteMihret
        case .ethioaa: .ethiopicAmeteAlem
        case .hebrew: .hebrew
        case .indian: .indian
        case .islamic: .islamic
        case .islamicCivil: .islamicCivil
        case .islamicTabular: .islamicTabular
        case .islamicUmmAlQura: .islamicUmmAlQura
        case .japanese: .japanese
        case .persian: .persian
        case .roc: .republicOfChina
        }
    }

    /// Returns the calendar for an identifier; nil if requests can't have this calendar.
    private static func system(of identifier: Calendar.Identifier) -> CalendarSystem? {
        CalendarSystem.allCases.first { Self.identifier(of: $0) == identifier }
    }
}

extension Zone {
    /// Finds the system's zone with the same name; without one, the result has the zone's name and current offset.
    init(_ zone: TimeZone) {
        self = Zone(identifier: zone.identifier) ?? Zone(identifier: zone.identifier, offset: zone.secondsFromGMT())
    }
}
