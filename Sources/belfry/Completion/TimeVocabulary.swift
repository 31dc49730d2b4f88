// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Common words of time, in the order in which they are said: a part of those that the agent reads.
enum TimeVocabulary {
    /// The beginning of a time.
    enum Start {
        case moment, repeated, any
    }

    static let durations = ["5m", "10m", "15m", "30m", "45m", "1h", "2h", "4h", "1d", "2d", "1w"]
    private static let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    private static let hours = ["09:00", "12:00", "15:00", "18:00", "21:00"]
    private static let parts = ["morning", "afternoon", "evening"]
    private static let moments =
        ["in", "at", "today", "tomorrow", "tonight", "noon", "midnight", "this", "next"] + days
    private static let repeated =
        ["day", "weekday", "week", "month", "year", "hour", "15m", "30m", "2h"] + parts + days

    /// The words that follow a word of time; the words after which a time is not complete are ``open``.
    private static let following: [String: [String]] = [
        "in": durations, "at": hours + ["noon", "midnight"], "this": parts, "next": ["week", "month"] + days,
        "every": repeated, "today": ["at"] + hours, "tomorrow": ["at", "noon"] + parts + hours,
        "day": ["at", "until", "except"] + hours, "weekday": ["at", "until", "except"] + hours, "until": days,
        "except": days,
    ]
    private static let open: Set = ["in", "at", "this", "next", "every", "until", "except"]

    /// Returns the words that may follow.
    ///
    /// - Parameters:
    ///   - words: The words of the time so far.
    ///   - start: The beginning of the time.
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

    /// Whether the words are a whole time.
    static func isComplete(_ words: [String]) -> Bool { words.last.map { !open.contains($0) } ?? false }
}

extension GivenArguments {
    /// The words of a time that comes after an identifier, or at the beginning.
    var wordsOfTime: [String] {
        let first = description.positionals.firstIndex { $0.isRepeating } ?? 0
        return Array(positionals.dropFirst(first))
    }
}

/// The names of time zones.
enum ZoneNames {
    /// The zones of the system, and `floating`.
    static var all: [String] {
        let file = "/usr/share/zoneinfo/tzdata.zi"
        guard let data = FileManager.default.contents(atPath: file) else { return ["floating", "UTC"] }
        var names: Set<String> = []
        // A line `Z NAME ...` begins a zone, and a line `L ZONE NAME` gives it another name.
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.first == "Z", words.count > 1 { names.insert(String(words[1])) }
            if words.first == "L", words.count > 2 { names.insert(String(words[2])) }
        }
        return ["floating", "UTC"] + names.filter { $0.contains("/") && !$0.hasPrefix("Etc/") }.sorted()
    }
}
