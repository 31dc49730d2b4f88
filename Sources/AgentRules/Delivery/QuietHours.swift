// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel
import SettingsFile
package import Triggers

/// The quiet hours that the person has set: `[quiet]` of `config.toml`.
package struct QuietHours: Hashable, Sendable {
    /// Start and end in seconds since midnight; from 22:00 to 07:00 the quiet hours go over midnight.
    package var from: Int
    package var to: Int
    /// The levels that are shown during quiet hours.
    var pierce: Set<InterruptionLevel> = [.timeSensitive, .critical]

    /// The table `[quiet]` as it is in the file.
    struct Given: SettingsTable {
        var from: Int?
        var to: Int?
        var pierce: Set<InterruptionLevel> = [.timeSensitive, .critical]

        static let keys: SettingsKeys<Self> = [
            "from": { $0.from = try QuietHours.seconds($1, $2) }, "to": { $0.to = try QuietHours.seconds($1, $2) },
            "pierce": { settings, value, name in
                let levels = value.array?.map { $0.string.flatMap(InterruptionLevel.init) } ?? [nil]
                guard !levels.contains(nil) else {
                    throw SettingsProblem("\(name) must be a list of passive, active, timeSensitive, critical")
                }
                settings.pierce = Set(levels.compactMap(\.self))
            },
        ]

        var hours: QuietHours {
            get throws {
                guard let from, let to, from != to else {
                    throw SettingsProblem("quiet needs from and to, two times that differ")
                }
                return QuietHours(from: from, to: to, pierce: pierce)
            }
        }
    }

    /// Returns whether a local time is in the quiet hours.
    package func contains(_ reading: LocalTime) -> Bool {
        let second = reading.secondOfDay
        return from <= to ? (from..<to).contains(second) : second >= from || second < to
    }

    /// Returns the next local time at which the quiet hours start or end.
    func change(after reading: LocalTime) -> LocalTime {
        let midnight = reading.adding(seconds: -reading.secondOfDay)
        let edges = [from, to, from + 86_400, to + 86_400].map { midnight.adding(seconds: $0) }
        return edges.filter { $0 > reading }.min() ?? reading.adding(seconds: 86_400)
    }

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
