// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// How `DateComponents` are written on the bus, in JSON and in the store.
///
/// A dictionary of Apple's property names; `timeZone` is an identifier such as `Europe/Berlin`, `calendar`
/// one of ``calendars``. Of a `Calendar` only its identifier is kept: locale, zone and first weekday are not.
package enum CalendarComponents {
    /// The whole numbers among the keys, with the property that each stands for.
    static var numbers: [(key: String, property: WritableKeyPath<DateComponents, Int?>)] {
        [
            ("era", \.era), ("year", \.year), ("yearForWeekOfYear", \.yearForWeekOfYear), ("quarter", \.quarter),
            ("month", \.month), ("weekOfMonth", \.weekOfMonth), ("weekOfYear", \.weekOfYear), ("day", \.day),
            ("dayOfYear", \.dayOfYear), ("weekday", \.weekday), ("weekdayOrdinal", \.weekdayOrdinal),
            ("hour", \.hour), ("minute", \.minute), ("second", \.second), ("nanosecond", \.nanosecond),
        ]
    }

    /// Every key of the dictionary.
    package static let keys: [String] = numbers.map(\.key) + ["isLeapMonth", "calendar", "timeZone"]

    /// The calendars by the names that CLDR gives them.
    package static let calendars: KeyValuePairs<String, Calendar.Identifier> = [
        "gregorian": .gregorian, "iso8601": .iso8601, "buddhist": .buddhist, "chinese": .chinese, "coptic": .coptic,
        "ethiopic": .ethiopicAmeteMihret, "ethioaa": .ethiopicAmeteAlem, "hebrew": .hebrew, "indian": .indian,
        "islamic": .islamic, "islamic-civil": .islamicCivil, "islamic-tbla": .islamicTabular,
        "islamic-umalqura": .islamicUmmAlQura, "japanese": .japanese, "persian": .persian, "roc": .republicOfChina,
    ]

    /// The calendar of this name; nil if there is none.
    ///
    /// Its zone is GMT and its weeks start on Sunday, or are ISO's for `iso8601`, whatever the locale.
    package static func calendar(named name: String) -> Calendar? {
        guard let identifier = calendars.first(where: { $0.key == name })?.value else { return nil }
        var calendar = Calendar(identifier: identifier)
        calendar.timeZone = .gmt
        return calendar
    }

    /// The zone of this identifier, such as `Europe/Berlin` or `UTC`.
    ///
    /// - Throws: ``Refusal`` if there is none; capital letters count.
    package static func timeZone(named identifier: String) throws(Refusal) -> TimeZone {
        guard let zone = TimeZone(identifier: identifier) else {
            throw .invalidTrigger(
                "timeZone is \"\(identifier)\"; there is no such zone, it must be one such as Europe/Berlin")
        }
        return zone
    }
}

extension DateComponents {
    /// The zone that is meant to stay: nil where there is none or it follows the person.
    var fixedTimeZone: TimeZone? { timeZone == .autoupdatingCurrent ? nil : timeZone }
}
