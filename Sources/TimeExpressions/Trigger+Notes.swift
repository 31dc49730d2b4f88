// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import Triggers

extension Trigger {
    /// The zone of the trigger's own; nil if it floats or has none.
    package var timeZone: Zone? {
        switch self {
        case .timeInterval: nil
        case .calendar(let components, _): isFloating ? nil : components.timeZone
        case .rule(let set): set.timeZone
        }
    }

    /// The zone that people are shown its dates in; nil is the person's own, which is that of a moment in UTC, too.
    package var shownTimeZone: Zone? { timeZone.flatMap { ["GMT", "UTC"].contains($0.identifier) ? nil : $0 } }

    /// The trigger in words, for one that wasn't written in words.
    var text: String {
        switch self {
        case .timeInterval(let interval, let repeats):
            (repeats ? "every " : "in ") + Span(seconds: interval.timeInterval).text
        case .calendar(let components, let repeats):
            (repeats ? "every time that matches " : "when the clock matches ") + components.text
        case .rule(let set): set.text
        }
    }

    /// Sentences about the gaps and folds of the clock that concern the trigger.
    ///
    /// - Parameters:
    ///   - dates: The occurrences that are shown; every change of the clock near one is told of.
    ///   - aheadInYear: Whether other dates than these are told of.
    ///   - now: Changes of the year that begins here are told of too, if the trigger repeats.
    ///   - anchor: When the request was added.
    ///   - timeZone: The clock's.
    /// - Returns: At most ten, in order.
    package func notes(
        about dates: [Date], aheadInYear: Bool = true, now: Date, anchoredAt anchor: Date, in timeZone: Zone
    ) -> [String] {
        let day = 86_400.0
        var spans = dates.map { ($0 - 1.5 * day, $0 + 1.5 * day) }
        if repeats, aheadInYear {
            spans += stride(from: 0, to: 366, by: 6).map { (now + $0 * day, now + ($0 + 6) * day) }
        }
        let changes = spans.compactMap { start, end in
            timeZone.secondsFromGMT(for: start) == timeZone.secondsFromGMT(for: end)
                ? nil : timeZone.firstChange(after: start, through: end)
        }
        return Array(
            Set(changes).sorted().lazy.filter { $0 > now }
                .flatMap { notes(aboutChangeAt: $0, now: now, anchoredAt: anchor, in: timeZone) }.prefix(10))
    }

    private func notes(
        aboutChangeAt change: Date, now: Date, anchoredAt anchor: Date, in timeZone: Zone
    ) -> [String] {
        let shown = LocalTime(change, in: timeZone)
        let grown = timeZone.secondsFromGMT(for: change) - timeZone.secondsFromGMT(for: change - 1)
        // A day that is left out altogether is no gap: rules skip it.
        guard grown < 86_400 else { return [] }
        let span = grown > 0 ? shown.adding(seconds: -grown)..<shown : shown..<shown.adding(seconds: -grown)
        return namedReadings(in: span, anchoredAt: anchor, in: timeZone).compactMap { reading in
            guard reading.instant(in: timeZone) > now else { return nil }
            guard grown > 0 else {
                return "\(reading.timeText) comes twice on \(reading.dateText) in \(timeZone.identifier); "
                    + "fires the first time."
            }
            return "\(reading.timeText) does not exist on \(reading.dateText) in \(timeZone.identifier); "
                + "fires \(reading.dateText == shown.dateText ? shown.timeText : shown.text)."
        }
    }
}

extension CalendarComponents {
    /// The components as words: `hour 9, weekday 2`.
    fileprivate var text: String {
        let parts: [(String, Int?)] = [
            ("era", era), ("year", year), ("yearForWeekOfYear", yearForWeekOfYear), ("quarter", quarter),
            ("month", month), ("weekOfYear", weekOfYear), ("weekOfMonth", weekOfMonth), ("day", day),
            ("dayOfYear", dayOfYear), ("weekday", weekday), ("weekdayOrdinal", weekdayOrdinal), ("hour", hour),
            ("minute", minute), ("second", second),
        ]
        return parts.compactMap { part in part.1.map { "\(part.0) \($0)" } }.joined(separator: ", ")
    }
}
