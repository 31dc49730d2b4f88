// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
package import SettingsFile
package import Triggers

/// The settings for days: `[calendar]` of `config.toml`.
///
///     [calendar]
///     workdays = "mon-fri"                    # the days of the week on which the person works
///     holidays = "~/holidays.ics"             # an iCalendar file, or a list of them
package struct CalendarRules: Hashable, SettingsTable {
    package private(set) var workdays = PersonalCalendar().workdays
    /// Absolute paths of the files with holidays.
    package private(set) var holidays: [String] = []
    /// The place for which sunrise and sunset are computed; nil if the person has set none.
    package internal(set) var place: Coordinate?

    /// The workdays in words, such as `mon-fri`.
    package var workdaysText: String { DaysOfWeek.text(workdays) }

    package init() {}

    private static let mostFiles = 16

    package static let keys: SettingsKeys<Self> = [
        "workdays": { settings, value, name in
            guard let days = value.string.flatMap(DaysOfWeek.days) else {
                throw SettingsProblem("\(name) must be days such as \"mon-fri\" or \"sun-thu\"")
            }
            settings.workdays = days
        },
        "holidays": { settings, value, name in
            let files = value.string.map { [$0] } ?? value.array?.map { $0.string ?? "" } ?? [""]
            settings.holidays = try files.map { file in
                guard let path = absolute(file), path.utf8.count < 4096, !path.utf8.contains(0) else {
                    throw SettingsProblem(
                        "\(name) must be an iCalendar file such as \"~/holidays.ics\", or a list of them")
                }
                return path
            }
            guard settings.holidays.count <= mostFiles else {
                throw SettingsProblem("\(name) has \(settings.holidays.count) files; the limit is \(mostFiles)")
            }
        },
    ]

    /// Returns the absolute path of a file, whose `~/` stands for the home folder; nil for a relative path.
    private static func absolute(_ file: String) -> String? {
        if file.hasPrefix("/") { return file }
        guard file.hasPrefix("~/") else { return nil }
        return FileManager.default.homeDirectoryForCurrentUser.path + file.dropFirst()
    }
}

/// The place for which sunrise and sunset are computed: `[sun]` of `config.toml`.
struct SunRules: SettingsTable {
    private var latitude: Double?
    private var longitude: Double?

    static let keys: SettingsKeys<Self> = [
        "latitude": { $0.latitude = try degrees($1, $2, 90) }, "longitude": { $0.longitude = try degrees($1, $2, 180) },
    ]

    /// Reads the place from the table `[sun]`; returns nil for an empty table.
    static func place(_ value: SettingsValue, _ name: String) throws -> Coordinate? {
        var rules = SunRules()
        try read(value, into: &rules, named: name)
        if rules.latitude == nil, rules.longitude == nil { return nil }
        guard let latitude = rules.latitude, let longitude = rules.longitude else {
            throw SettingsProblem("\(name) needs latitude and longitude")
        }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    private static func degrees(_ value: SettingsValue, _ key: String, _ limit: Int) throws -> Double {
        guard let degrees = value.double ?? value.int.map(Double.init), abs(degrees) <= Double(limit) else {
            throw SettingsProblem("\(key) must be a number of degrees from -\(limit) to \(limit), such as 52.52")
        }
        return degrees
    }
}
