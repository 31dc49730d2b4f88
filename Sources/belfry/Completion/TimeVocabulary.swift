// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ZoneFiles

/// Common words of time, in the order in which they are said. The agent understands more words.
enum TimeVocabulary {
    /// The words with which a time may begin: those of a moment, those after `every`, or any.
    enum Start { case moment, repeated, any }

    static let durations = ["5m", "10m", "15m", "30m", "45m", "1h", "2h", "4h", "1d", "2d", "1w"]
    private static let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    private static let hours = ["09:00", "12:00", "15:00", "18:00", "21:00"]
    private static let parts = ["morning", "afternoon", "evening"]
    private static let moments =
        ["in", "at", "today", "tomorrow", "tonight", "noon", "midnight", "this", "next"] + days
    private static let repeated =
        ["day", "weekday", "week", "month", "year", "hour", "15m", "30m", "2h"] + parts + days

    /// The words that may follow each word of a time.
    private static let following: [String: [String]] = [
        "in": durations, "at": hours + ["noon", "midnight"], "this": parts, "next": ["week", "month"] + days,
        "every": repeated, "today": ["at"] + hours, "tomorrow": ["at", "noon"] + parts + hours,
        "day": ["at", "until", "except"] + hours, "weekday": ["at", "until", "except"] + hours, "until": days,
        "except": days,
    ]

    /// Returns the words that may follow the words of a time.
    ///
    /// - Parameters:
    ///   - words: The words of the time so far.
    ///   - start: The words with which the time may begin.
    /// - Returns: The words; none if no common word follows.
    static func words(after words: [String], in start: Start) -> [String] {
        guard let last = words.last?.lowercased() else {
            return switch start {
            case .moment: moments
            case .repeated: repeated
            case .any: durations + moments + ["every"]
            }
        }
        if days.contains(last), words.dropLast().last != "until", words.dropLast().last != "except" {
            return ["at"] + parts + hours
        }
        return following[last] ?? []
    }
}

extension GivenArguments {
    /// The words of the time so far, without the identifier that may stand before them.
    var wordsOfTime: [String] {
        let first = description.positionals.firstIndex { $0.isRepeating } ?? 0
        return Array(positionals.dropFirst(first))
    }
}

/// The names of time zones.
enum ZoneNames {
    /// The zones of the system, and `floating`.
    static var all: [String] {
        ["floating", "UTC"] + ZoneFolder.system.names.filter { $0.contains("/") && !$0.hasPrefix("Etc/") }.sorted()
    }
}
