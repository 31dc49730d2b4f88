// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

// Why: the type has many properties, because it has those of DateComponents.
/// Numbers that the date and the time must match: a weekday and an hour, a whole date, or others.
///
/// The type has the values of Apple's `DateComponents`. On D-Bus, in JSON and in the store it is a dictionary with the
/// same names; `timeZone` is a name such as `Europe/Berlin`, `calendar` one of ``CalendarSystem``. The locale, zone and
/// first weekday of Apple's `Calendar` are not kept.
package struct CalendarComponents: Hashable, Sendable {
    /// The calendar; nil is the Gregorian.
    package var calendar: CalendarSystem?
    /// The zone of the components; with nil, they float with the person's current zone.
    package var timeZone: Zone?
    package var era: Int?
    package var year: Int?
    package var month: Int?
    package var day: Int?
    package var hour: Int?
    package var minute: Int?
    package var second: Int?
    package var nanosecond: Int?
    package var weekday: Int?
    package var weekdayOrdinal: Int?
    package var quarter: Int?
    package var weekOfMonth: Int?
    package var weekOfYear: Int?
    package var yearForWeekOfYear: Int?
    package var dayOfYear: Int?
    package var isLeapMonth: Bool?

    /// Creates components of the usual units, in the order of Apple's initializer; other units are set afterwards.
    package init(
        timeZone: Zone? = nil, year: Int? = nil, month: Int? = nil, day: Int? = nil, hour: Int? = nil,
        minute: Int? = nil, second: Int? = nil, weekday: Int? = nil, weekdayOrdinal: Int? = nil
    ) {
        (self.timeZone, self.year, self.month, self.day) = (timeZone, year, month, day)
        (self.hour, self.minute, self.second) = (hour, minute, second)
        (self.weekday, self.weekdayOrdinal) = (weekday, weekdayOrdinal)
    }

    /// The keys with integer values, and the property of each.
    package static let numbers: [(key: String, property: any WritableKeyPath<Self, Int?> & Sendable)] = [
        ("era", \.era), ("year", \.year), ("yearForWeekOfYear", \.yearForWeekOfYear), ("quarter", \.quarter),
        ("month", \.month), ("weekOfMonth", \.weekOfMonth), ("weekOfYear", \.weekOfYear), ("day", \.day),
        ("dayOfYear", \.dayOfYear), ("weekday", \.weekday), ("weekdayOrdinal", \.weekdayOrdinal),
        ("hour", \.hour), ("minute", \.minute), ("second", \.second), ("nanosecond", \.nanosecond),
    ]

    /// Returns the zone with this identifier, such as `Europe/Berlin` or `UTC`.
    ///
    /// - Throws: ``Refusal`` if there is no such zone; case matters.
    package static func timeZone(named identifier: String) throws(Refusal) -> Zone {
        guard let zone = Zone(identifier: identifier) else {
            throw .invalidTrigger(
                "timeZone is \"\(identifier)\"; there is no such zone, it must be one such as Europe/Berlin")
        }
        return zone
    }
}

extension CalendarComponents: KeyCoded {
    package static let blank = CalendarComponents()

    package static let codedKeys = CodedKeys<CalendarComponents>(
        numbers.map { key, property in
            .converted(key, property) { (number: Int) in
                // Apple's DateComponents reads Int.max as "not set"; a number this large is never in range.
                guard abs(Double(number)) < Double(Int32.max) else {
                    throw Refusal.invalidTrigger("dateComponents.\(key) is \(number); that is out of every range")
                }
                return number
            } write: {
                $0
            }
        } + [
            .optional("isLeapMonth", \.isLeapMonth),
            .converted("calendar", \.calendar) { (name: String) in
                guard let calendar = CalendarSystem(rawValue: name) else {
                    let names = CalendarSystem.allCases.map(\.rawValue).joined(separator: ", ")
                    throw Refusal.invalidTrigger("calendar is \"\(name)\"; it must be one of \(names)")
                }
                return calendar
            } write: {
                $0.rawValue
            },
            .converted("timeZone", \.timeZone, read: timeZone, write: \.identifier),
        ])
}
