// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import ZoneFiles

// Conversion from local times to instants: the only place that handles gaps and folds. A clock shows UTC plus an
// offset. Where the offset grows, local times are skipped (gap); where it shrinks, local times occur twice (fold).

extension LocalTime {
    /// Result of converting a local time to a moment in a zone.
    package enum Resolution: Hashable, Sendable {
        /// The clock shows the local time once.
        case exact(Date)
        /// The clock skips the local time: the first instant after the gap.
        ///
        /// If the zone skips a whole day or more (Samoa, 30 December 2011): the same time of day after the skipped day.
        case afterGap(Date)
        /// The clock shows the local time twice: both moments.
        case twice(first: Date, last: Date)

        /// The resulting moment: the only one, the one after the gap, or the first of two.
        package var date: Date {
            switch self {
            case .exact(let date), .afterGap(let date), .twice(let date, _): date
            }
        }
    }

    /// Returns the moment when clocks in `timeZone` show this local time; see ``Resolution`` for gaps.
    package func instant(in timeZone: Zone) -> Date { resolved(in: timeZone).date }

    /// Returns the moment at which a clock in `timeZone` shows this local time, and whether a gap or fold affects it.
    package func resolved(in timeZone: Zone) -> Resolution {
        let asUTC = Date(timeIntervalSince1970: Double(seconds))
        // Offsets are below one day, so these two moments are before and after any change that affects the local time.
        let before = timeZone.secondsFromGMT(for: asUTC - 86_400)
        let after = timeZone.secondsFromGMT(for: asUTC + 86_400)
        let moments = Set([before, after, timeZone.secondsFromGMT(for: asUTC - Double(before))])
            .map { (offset: $0, date: asUTC - Double($0)) }
            .filter { timeZone.secondsFromGMT(for: $0.date) == $0.offset }
            .map(\.date).sorted()
        if moments.count > 1 { return .twice(first: moments[0], last: moments[moments.count - 1]) }
        if let moment = moments.first { return .exact(moment) }
        if after - before >= 86_400 { return .afterGap(asUTC - Double(before)) }
        return .afterGap(timeZone.firstChange(after: asUTC - Double(after), through: asUTC - Double(before)))
    }
}

extension Zone {
    /// Returns the first moment whose offset differs from `start`'s; `end` if the offset doesn't change before `end`.
    package func firstChange(after start: Date, through end: Date) -> Date {
        let offset = secondsFromGMT(for: start)
        var moment = start.wholeSeconds
        while let next = rules.nextChange(after: moment), next < end.wholeSeconds {
            if rules.offset(at: next) != offset { return Date(timeIntervalSince1970: Double(next)) }
            moment = next
        }
        return Date(timeIntervalSince1970: Double(end.wholeSeconds))
    }
}

extension Date {
    /// Whole seconds since 1970, rounded down; dates far outside the years 1 to 9999 are clamped.
    package var wholeSeconds: Int {
        let seconds = timeIntervalSince1970
        guard seconds.isFinite else { return seconds > 0 ? 253_402_300_799 : -62_135_596_800 }
        return Int(min(max(seconds.rounded(.down), -62_135_596_800), 253_402_300_799))
    }
}

extension LocalTime {
    /// Returns the first moment after `date` at which a trigger with set hours fires.
    ///
    /// If the clock skips a local time, the trigger fires after the gap; of two equal local times, at the first.
    ///
    /// `readings` returns the trigger's local times at or after its argument, in order. If `skipsMissingDays`, local
    /// times on a day that the zone skipped are ignored.
    static func nextNamed(
        after date: Date, in timeZone: Zone, skipsMissingDays: Bool, readings: (LocalTime) -> some Sequence<LocalTime>
    ) -> Date? {
        var first = LocalTime(date, in: timeZone)
        // After a change of offset, the clock may show a local time that is before its present one.
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

    /// Returns the first moment after `date` at which a trigger fires that recurs within the hour or the day.
    ///
    /// A local time that the clock skips is ignored; one that occurs twice counts twice.
    ///
    /// `readings` returns the trigger's local times at or after its argument, in order.
    static func nextUnnamed(
        after date: Date, in timeZone: Zone, readings: (LocalTime) -> some Sequence<LocalTime>
    ) -> Date? {
        // At a constant offset, the clock and real time advance together; each change of offset begins another search.
        var beginning = Date(timeIntervalSince1970: Double(date.wholeSeconds + 1))
        while true {
            let offset = timeZone.secondsFromGMT(for: beginning)
            guard let reading = first(of: readings(LocalTime(beginning, in: timeZone))) else { return nil }
            let moment = Date(timeIntervalSince1970: Double(reading.seconds - offset))
            if moment.timeIntervalSince(beginning) > 86_400 {
                // The clock may be set back to local times that it has already shown.
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
