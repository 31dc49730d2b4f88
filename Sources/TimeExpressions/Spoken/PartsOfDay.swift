// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The times that the parts of a day stand for, such as 18:00 for `this evening`.
package struct PartsOfDay: Hashable, Sendable {
    /// A part of a day; the raw value is its key in the person's settings.
    package enum Part: String, CaseIterable, Sendable {
        case morning, afternoon, evening, night, endOfDay
    }

    private static let usual: [Part: Int] = [
        .morning: 8 * 3600, .afternoon: 15 * 3600, .evening: 18 * 3600, .night: 20 * 3600, .endOfDay: 17 * 3600,
    ]
    /// The time of each part, in seconds since midnight.
    private var seconds = Self.usual

    /// Creates the usual times, in the order of ``Part``: 08:00, 15:00, 18:00, 20:00, and 17:00 for the end of the day.
    package init() {}

    /// The time of a part in seconds since midnight, 0 to 86399.
    package subscript(part: Part) -> Int {
        get { seconds[part] ?? 0 }
        set { seconds[part] = newValue }
    }

    func clock(_ part: Part) -> ClockTime {
        let second = self[part]
        return ClockTime(hour: second / 3600, minute: second / 60 % 60, second: second % 60)
    }
}

extension PartsOfDay.Part {
    /// Creates the part that a word names, in the singular: `evening`.
    init?(word: String) {
        switch word {
        case "morning": self = .morning
        case "afternoon": self = .afternoon
        case "evening": self = .evening
        case "night": self = .night
        case "eod", "cob": self = .endOfDay
        default: return nil
        }
    }

    /// Creates the part that a word names in the plural: `evenings`.
    init?(plural word: String) {
        if word == "nightly" {
            self = .night
            return
        }
        guard word.last == "s", let part = Self(word: String(word.dropLast())), part != .endOfDay else { return nil }
        self = part
    }

    /// The hours of this part of the day, 0 to 24.
    package var hours: Range<Int> {
        switch self {
        case .morning: 0..<12
        case .afternoon: 12..<18
        case .evening: 16..<24
        case .night: 18..<24
        case .endOfDay: 12..<24
        }
    }

    /// Returns whether a time of day is in this part of the day; with `anyDay`, a night goes on until 06:00.
    func contains(_ clock: ClockTime, anyDay: Bool) -> Bool {
        hours.contains(clock.hour) || anyDay && self == .night && clock.hour < 6
    }
}
