// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

// Conversion from clock readings to moments, for calendar and rule triggers.

extension LocalTime {
    /// Returns the first moment after `date` for readings that name an hour.
    ///
    /// A reading that the clock skips fires after the gap; one that occurs twice fires the first time.
    ///
    /// `readings` returns the readings at or after its argument, in order. If `skipsMissingDays`, those on a day that the
    /// zone skipped are ignored.
    static func nextNamed(
        after date: Date, in timeZone: Zone, skipsMissingDays: Bool, readings: (LocalTime) -> some Sequence<LocalTime>
    ) -> Date? {
        var first = LocalTime(date, in: timeZone)
        // Near a change of offset, a reading that is past on the clock may still occur.
        let margin = 26 * 3600
        if timeZone.secondsFromGMT(for: date - Double(margin)) != timeZone.secondsFromGMT(for: date + Double(margin)) {
            first = first.adding(seconds: -margin)
        }
        for reading in readings(first) {
            let resolution = reading.resolved(in: timeZone)
            guard resolution.date > date else { continue }
            if skipsMissingDays, case .afterGap(let moment) = resolution,
                LocalTime(moment, in: timeZone).seconds - reading.seconds >= 86_400
            {
                continue
            }
            return resolution.date
        }
        return nil
    }

    /// Returns the first moment after `date` for readings that recur within an hour or a day.
    ///
    /// A reading that the clock skips is ignored; one that occurs twice counts twice.
    ///
    /// `readings` returns the readings at or after its argument, in order.
    static func nextUnnamed(
        after date: Date, in timeZone: Zone, readings: (LocalTime) -> some Sequence<LocalTime>
    ) -> Date? {
        // While the offset is constant, clock and moment advance together; each change begins another span.
        var beginning = Date(timeIntervalSince1970: Double(date.wholeSeconds + 1))
        while true {
            let offset = timeZone.secondsFromGMT(for: beginning)
            guard let reading = first(of: readings(LocalTime(beginning, in: timeZone))) else { return nil }
            let moment = Date(timeIntervalSince1970: Double(reading.seconds - offset))
            if moment.timeIntervalSince(beginning) > 86_400 {
                // The clock may be set back to readings that it has already shown.
                let soon = beginning + 90_000
                if timeZone.secondsFromGMT(for: soon) < offset {
                    beginning = timeZone.firstChange(after: beginning, through: soon)
                    continue
                }
                switch reading.resolved(in: timeZone) {
                case .exact(let date), .twice(let date, _): return date
                case .afterGap(let end): beginning = end
                }
            } else if timeZone.secondsFromGMT(for: moment) == offset {
                return moment
            } else {
                beginning = timeZone.firstChange(after: beginning, through: moment)
            }
        }
    }

    private static func first(of readings: some Sequence<LocalTime>) -> LocalTime? { readings.first { _ in true } }
}
