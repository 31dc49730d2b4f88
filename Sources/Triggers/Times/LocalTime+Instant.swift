// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import ZoneFiles

// Wall clock to instant: the one place that knows what a gap and a fold are.
//
// A clock in a zone is UTC plus an offset that changes now and then. Where it grows, readings are
// skipped (the gap); where it shrinks, readings come twice (the fold).

extension LocalTime {
    /// How a reading becomes a moment in a zone.
    package enum Resolution: Hashable, Sendable {
        /// The clock shows it once.
        case exact(Date)
        /// The clock skips it: the first instant after the gap.
        ///
        /// Where a whole day or more is skipped (Samoa, 30 December 2011), it is the same time of day
        /// after it, as for any other day that doesn't exist.
        case afterGap(Date)
        /// The clock shows it twice: both moments.
        case twice(first: Date, last: Date)

        /// The moment that counts: the only one, the one after the gap, or the first of two.
        package var date: Date {
            switch self {
            case .exact(let date), .afterGap(let date), .twice(let date, _): date
            }
        }
    }

    /// The moment at which a clock in `timeZone` shows this; after the gap if it never does.
    package func instant(in timeZone: Zone) -> Date { resolved(in: timeZone).date }

    /// The moment at which a clock in `timeZone` shows this, and whether a gap or a fold was in the way.
    package func resolved(in timeZone: Zone) -> Resolution {
        let asUTC = Date(timeIntervalSince1970: Double(seconds))
        // Offsets are less than a day, so these two are on both sides of any change that matters.
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
    /// The first moment whose offset is not that at `start`; `end` if none before is.
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
    /// Whole seconds since 1970, cut downwards; years far outside 1 to 9999 are brought to the border.
    package var wholeSeconds: Int {
        let seconds = timeIntervalSince1970
        guard seconds.isFinite else { return seconds > 0 ? 253_402_300_799 : -62_135_596_800 }
        return Int(min(max(seconds.rounded(.down), -62_135_596_800), 253_402_300_799))
    }
}
