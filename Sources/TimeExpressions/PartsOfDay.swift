// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The times that the parts of a day stand for, such as 18:00 for `this evening`.
package struct PartsOfDay: Hashable, Sendable {
    /// A part of a day; the raw value is its key in the person's settings.
    package enum Part: String, CaseIterable, Sendable {
        case morning, afternoon, evening, night, endOfDay

        /// The part's name in a sentence: `end of the day`.
        var words: String { self == .endOfDay ? "end of the day" : rawValue }
    }

    /// Seconds since midnight of each part.
    private var seconds: [Part: Int] = [
        .morning: 8 * 3600, .afternoon: 15 * 3600, .evening: 18 * 3600, .night: 20 * 3600, .endOfDay: 17 * 3600,
    ]

    /// Creates the usual times: 08:00, 15:00, 18:00, 20:00, and 17:00 for the end of the day.
    package init() {}

    /// The time of a part in seconds since midnight, 0 to 86399.
    package subscript(part: Part) -> Int {
        get { seconds[part] ?? 0 }
        set { seconds[part] = newValue }
    }

    /// Returns the time of a part.
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
        guard word.hasSuffix("s"), let part = Self(word: String(word.dropLast())), part != .endOfDay else { return nil }
        self = part
    }

    /// Returns a time of a twelve-hour clock in this part of the day; nil for a time outside it, such as 9 for the
    /// afternoon.
    ///
    /// `minutes` are the minutes since midnight, or since noon.
    func clock(_ minutes: Int) -> ClockTime? {
        let range: Range<Int> =
            switch self {
            case .morning: 0..<12 * 60
            case .afternoon: 12 * 60..<18 * 60
            case .evening: 16 * 60..<24 * 60
            case .night: 18 * 60..<24 * 60
            case .endOfDay: 12 * 60..<24 * 60
            }
        let found = [minutes, minutes + 720].first(where: range.contains)
        return found.map { ClockTime(hour: $0 / 60, minute: $0 % 60) }
    }
}
