// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A time of day.
struct ClockTime: Hashable, Sendable {
    var hour: Int
    var minute = 0
    var second = 0

    /// What a date without a time means.
    static let standard = ClockTime(hour: 9)

    /// `09:00`, or with seconds where there are any.
    var description: String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(hour)):\(two(minute))" + (second == 0 ? "" : ":\(two(second))")
    }

    /// What a word says about the time of day.
    enum Reading: Hashable, Sendable {
        case time(ClockTime)
        /// Written like a time, but no clock shows it.
        case impossible
        case none
    }

    /// Reads `09:00`, `9:05:30`, `9am`, `9:05pm`, `noon`, `midnight`.
    static func read(_ word: String) -> Reading {
        switch word {
        case "noon", "midday": return .time(ClockTime(hour: 12))
        case "midnight": return .time(ClockTime(hour: 0))
        default: break
        }
        var digits = word[...]
        var afternoon: Bool?
        for (suffix, isAfternoon) in [("am", false), ("pm", true), ("a.m.", false), ("p.m.", true)]
        where digits.hasSuffix(suffix) {
            digits = digits.dropLast(suffix.count)
            afternoon = isAfternoon
        }
        let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), parts.count > 1 || afternoon != nil,
            parts.allSatisfy({ (1...2).contains($0.count) && $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            parts.dropFirst().allSatisfy({ $0.count == 2 })
        else { return .none }
        let numbers = parts.compactMap { Int($0) }
        var time = ClockTime(
            hour: numbers[0], minute: numbers.count > 1 ? numbers[1] : 0, second: numbers.count > 2 ? numbers[2] : 0)
        if let afternoon {
            guard (1...12).contains(time.hour) else { return .impossible }
            time.hour = time.hour % 12 + (afternoon ? 12 : 0)
        }
        guard time.hour < 24, time.minute < 60, time.second < 60 else { return .impossible }
        return .time(time)
    }
}
