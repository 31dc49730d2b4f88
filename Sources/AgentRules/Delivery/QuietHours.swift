// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel
import SettingsFile
import TimeExpressions
package import Triggers

/// The quiet hours that the person has set: `[quiet]` of `config.toml`.
package struct QuietHours: Hashable, Sendable {
    /// Start and end in seconds since midnight; from 22:00 to 07:00 the quiet hours go over midnight.
    package var from: Int
    package var to: Int
    /// The days of the week on which quiet hours begin, 1 for Sunday; all seven, if `config.toml` names none.
    package var days: Set<Int> = Self.everyDay
    /// The levels that are shown during quiet hours.
    var pierce = Self.usualLevels

    private static let usualLevels: Set<InterruptionLevel> = [.timeSensitive, .critical]

    /// The table `[quiet]` as it is in `config.toml`.
    struct Given: SettingsTable {
        var from: Int?
        var to: Int?
        var days: Set<Int>?
        var pierce: Set<InterruptionLevel>?

        static let keys: SettingsKeys<Self> = [
            "from": { $0.from = try QuietHours.seconds($1, $2) }, "to": { $0.to = try QuietHours.seconds($1, $2) },
            "days": { settings, value, name in
                guard let days = value.string.flatMap(DaysOfWeek.days) else {
                    throw SettingsProblem("\(name) must be days such as \"mon-fri\" or \"fri,sat\"")
                }
                settings.days = days
            },
            "pierce": { settings, value, name in
                let levels = value.array?.map { $0.string.flatMap(InterruptionLevel.init) } ?? [nil]
                guard !levels.contains(nil) else {
                    throw SettingsProblem("\(name) must be a list of passive, active, timeSensitive, critical")
                }
                settings.pierce = Set(levels.compactMap(\.self))
            },
        ]

        /// The quiet hours; nil for an empty table, from which all keys were removed.
        var hours: QuietHours? {
            get throws {
                if from == nil, to == nil, days == nil, pierce == nil { return nil }
                guard let from, let to, from != to else {
                    throw SettingsProblem("quiet needs from and to, two times that differ")
                }
                return QuietHours(
                    from: from, to: to, days: days ?? QuietHours.everyDay, pierce: pierce ?? QuietHours.usualLevels)
            }
        }
    }

    /// Returns whether a local time is in the quiet hours.
    package func contains(_ reading: LocalTime) -> Bool {
        let (second, day) = (reading.secondOfDay, reading.weekday)
        if from <= to { return (from..<to).contains(second) && days.contains(day) }
        // After midnight, quiet hours that are not over have begun on the day before.
        return second >= from && days.contains(day) || second < to && days.contains(day == 1 ? 7 : day - 1)
    }

    /// Returns the next local time at which the quiet hours start or end.
    func change(after reading: LocalTime) -> LocalTime {
        let midnight = reading.adding(seconds: -reading.secondOfDay)
        let length = from <= to ? to - from : to + 86_400 - from
        let starts = (-1...7).map { midnight.adding(days: $0, seconds: from) }.filter { days.contains($0.weekday) }
        let edges = starts.flatMap { [$0, $0.adding(seconds: length)] }
        return edges.filter { $0 > reading }.min() ?? reading.adding(days: 1)
    }

    package static let everyDay = Set(1...7)

    /// The days on which quiet hours begin, in words such as `mon-fri`; nil for every day.
    package var daysText: String? { days == Self.everyDay ? nil : DaysOfWeek.text(days) }

    /// Formats seconds since midnight, such as `22:00`.
    package static func text(_ seconds: Int) -> String {
        String(LocalTime(seconds: seconds).description.dropFirst(11).prefix(5))
    }

    private static func seconds(_ value: SettingsValue, _ name: String) throws -> Int {
        guard let seconds = value.string.flatMap(seconds) else {
            throw SettingsProblem("\(name) must be a time such as \"22:00\"")
        }
        return seconds
    }

    /// Parses a time such as `22:00` to seconds since midnight; nil for other texts.
    static func seconds(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isASCII) }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), (0...23).contains(hour), (0...59).contains(minute)
        else { return nil }
        return hour * 3600 + minute * 60
    }
}
