// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A length of time in the units that were said.
struct Span: Hashable, Sendable {
    /// Units of fixed length, in seconds.
    var seconds = 0.0
    /// Months; years are twelve of them.
    var months = 0

    enum Unit: Hashable, Sendable {
        case seconds(Double)
        case months(Int)
    }

    private static let units: [(names: [String], unit: Unit)] = [
        (["s", "sec", "secs", "second", "seconds"], .seconds(1)),
        (["m", "min", "mins", "minute", "minutes"], .seconds(60)),
        (["h", "hr", "hrs", "hour", "hours"], .seconds(3600)),
        (["d", "day", "days"], .seconds(86400)),
        (["w", "wk", "wks", "week", "weeks"], .seconds(604_800)),
        (["mo", "month", "months"], .months(1)),
        (["y", "yr", "yrs", "year", "years"], .months(12)),
    ]

    static func unit(_ name: some StringProtocol) -> Unit? {
        units.first { $0.names.contains(String(name)) }?.unit
    }

    /// Adds so many of a unit; false for a part of a month.
    mutating func add(_ count: Double, _ unit: Unit) -> Bool {
        switch unit {
        case .seconds(let length):
            seconds += count * length
        case .months(let length):
            guard count == count.rounded(), abs(count) < 100_000 else { return false }
            months += Int(count) * length
        }
        return true
    }

    /// `1h30m`: numbers and units without spaces; nil for anything else.
    init?(compact text: String) {
        var rest = text[...]
        guard rest.first?.isNumber == true else { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isNumber || $0 == "." }
            rest = rest.dropFirst(digits.count)
            let name = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(name.count)
            guard let count = Double(digits), let unit = Self.unit(name), add(count, unit) else { return nil }
        }
    }

    /// `PT1H30M`, `P2W`, `P1DT12H`: ISO 8601; nil for anything else.
    init?(iso8601 text: String) {
        let letters: [(Character, Unit)] = [
            ("y", .months(12)), ("m", .months(1)), ("w", .seconds(604_800)), ("d", .seconds(86400)),
        ]
        let timeLetters: [(Character, Unit)] = [("h", .seconds(3600)), ("m", .seconds(60)), ("s", .seconds(1))]
        var rest = text[...]
        guard rest.popFirst() == "p", !rest.isEmpty else { return nil }
        var known = letters
        var hasParts = false
        while let first = rest.first {
            if first == "t" {
                known = timeLetters
                rest = rest.dropFirst()
                continue
            }
            let digits = rest.prefix { $0.isNumber || $0 == "." }
            rest = rest.dropFirst(digits.count)
            guard let count = Double(digits), let letter = rest.popFirst(),
                let unit = known.first(where: { $0.0 == letter })?.1, add(count, unit)
            else { return nil }
            hasParts = true
        }
        guard hasParts else { return nil }
    }

    init() {}

    /// `1 h 30 min`.
    var description: String {
        var words: [String] = []
        if months >= 12 { words.append("\(months / 12) y") }
        if months % 12 > 0 { words.append("\(months % 12) mo") }
        var rest = Int(seconds.rounded(.down))
        for (length, name) in [(86400, "d"), (3600, "h"), (60, "min"), (1, "s")] where rest >= length {
            words.append("\(rest / length) \(name)")
            rest %= length
        }
        return words.isEmpty ? "\(seconds) s" : words.joined(separator: " ")
    }
}
