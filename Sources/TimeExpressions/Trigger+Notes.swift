// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import Triggers

extension Trigger {
    /// The trigger's own zone; nil for a trigger that floats with the person's zone, or whose dates depend on no zone.
    package var timeZone: Zone? {
        switch self {
        case .timeInterval, .region, .sun: nil
        case .calendar(let components, _): components.timeZone
        case .rule(let set): set.timeZone
        }
    }

    /// The zone in which the trigger's dates are shown; nil means the person's own, also for triggers in UTC.
    package var shownTimeZone: Zone? { timeZone.flatMap { ["GMT", "UTC"].contains($0.identifier) ? nil : $0 } }

    /// Returns sentences about clock changes (gaps and folds) that affect the trigger.
    ///
    /// The clock changes are those near the occurrences at `dates` and, if `aheadInYear` and the trigger repeats, in
    /// the year from `now` on. `anchor` is the date at which the request was added, `timeZone` the zone of the
    /// trigger's clock. The result is at most ten sentences, in order.
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

    private func notes(aboutChangeAt change: Date, now: Date, anchoredAt anchor: Date, in timeZone: Zone) -> [String] {
        let shown = LocalTime(change, in: timeZone)
        let grown = timeZone.secondsFromGMT(for: change) - timeZone.secondsFromGMT(for: change - 1)
        // A day that the zone skips needs no sentence: rules skip that day, too.
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
