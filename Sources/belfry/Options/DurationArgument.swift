// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// A duration that `belfry` itself parses, such as `90s`, `10m`, `1h30m` or `2d`; at most 10 years.
///
/// Durations of triggers, such as `--in`, are parsed by the agent instead.
struct DurationArgument: ExpressibleByArgument {
    let seconds: Double

    /// Parses the value of an option.
    ///
    /// - Throws: `ValidationError` for a text that isn't a duration, such as a number without a unit.
    static func read(_ text: String) throws -> DurationArgument {
        if let duration = DurationArgument(argument: text) { return duration }
        guard !text.isEmpty, Double(text) != nil else {
            throw ValidationError("\"\(text)\" is no duration; write e.g. 90s, 10m or 1h30m, at most 10 years.")
        }
        throw ValidationError("\"\(text)\" has no unit; write \(text)s, \(text)m or \(text)h.")
    }

    init?(argument: String) {
        var rest = argument.lowercased().filter { $0 != " " }[...]
        var total = 0.0
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest = rest.dropFirst(digits.count)
            let letters = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(letters.count)
            guard let number = Double(String(digits)), let unit = Self.units[String(letters)] else { return nil }
            total += number * unit
        }
        guard total <= 10 * 365 * 86400 else { return nil }
        seconds = total
    }

    private static let units: [String: Double] = [
        "ms": 0.001, "s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600, "d": 86400, "day": 86400, "days": 86400,
    ]
}
