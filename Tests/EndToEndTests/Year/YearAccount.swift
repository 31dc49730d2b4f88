// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// The state of one request of the year, by the rules of the manual.
///
/// Dates are Unix seconds; a reading is a local time, as if it were UTC.
struct YearAccount {
    let request: YearRequest
    var hasFired = false
    var isOver = false

    /// For a trigger at a time of day: all readings up to this one are dealt with, and the first is after `start`.
    private var done = 0.0
    private let start: Double
    /// The same as a moment, as long as the clock was not moved or set back since.
    private var doneMoment: Double?

    /// For an interval: its dates are `anchor` plus multiples of the interval, and it waits since `began`.
    private var anchor = 0.0
    private var began = 0.0
    private var intervalDue = 0.0
    /// The number of the machine's boot in which the wait began.
    private var run = 0

    /// The next date as it was computed in a zone.
    private var known: (zone: String, due: Double)?

    /// Adds the request at `now`; nil for a warning that is past already.
    init?(_ request: YearRequest, now: Double, zone: TimeZone) {
        self.request = request
        start = YearZone(request.ownZone ?? zone).reading(now)
        done = start
        doneMoment = now
        (anchor, began) = (now, now)
        if case .interval(let seconds, _) = request.kind {
            intervalDue = now + seconds - request.lead
            if intervalDue <= now {
                guard request.repeats else { return nil }
                intervalDue = nextMultiple(of: seconds)
            }
        }
    }

    /// The due date by the present state.
    mutating func due(in zone: TimeZone) -> Double {
        if request.isInterval { return intervalDue }
        if let known, known.zone == zone.identifier { return known.due }
        let due = calendarDue(in: YearZone(request.ownZone ?? zone))
        known = (zone.identifier, due)
        return due
    }

    /// Marks all dates up to `moment` as dealt with, because it has fired or was skipped.
    mutating func settle(at moment: Double, zone: TimeZone, run: Int) {
        hasFired = true
        if case .interval(let seconds, _) = request.kind {
            self.run = run
            began = moment
            intervalDue = nextMultiple(of: seconds)
        } else {
            done = YearZone(request.ownZone ?? zone).reading(moment)
            doneMoment = moment
            known = nil
        }
        // A repeating request ends if its next date is not before its expiry.
        isOver = !request.repeats || request.expires.map { due(in: zone) + request.lead >= $0 } ?? false
    }

    /// Takes a change of the person's zone.
    mutating func move() {
        if request.ownZone == nil { doneMoment = nil }
    }

    /// Takes a change of the clock.
    mutating func setClock(from old: Double, to now: Double, zone: TimeZone, run current: Int) {
        if request.isInterval {
            var step = now - old
            if run != current {
                // The date keeps its wall-clock time, but no wait begins in the future.
                guard began > now else { return }
                step = now - began
                run = current
            }
            anchor += step
            began += step
            intervalDue += step
        } else if now < old {
            known = nil
            if hasFired {
                // A trigger with its own zone counts by moments. One in the person's zone counts by readings, in
                // whatever zones they occurred.
                doneMoment = request.ownZone == nil ? nil : max(now, doneMoment ?? now)
            } else {
                done = min(done, YearZone(request.ownZone ?? zone).reading(now))
                doneMoment = now
            }
        }
    }

    private func nextMultiple(of seconds: Double) -> Double {
        anchor + (((began + request.lead - anchor) / seconds + 1e-9).rounded(.down) + 1) * seconds - request.lead
    }

    private func calendarDue(in zone: YearZone) -> Double {
        switch request.kind {
        case .interval: return intervalDue
        case .once(let reading, _): return zone.instant(Double(reading)) - request.lead
        case .days(let matches, let minute, _):
            let moment = doneMoment ?? zone.instant(done)
            var day = Int(((request.lead > 0 ? start : max(start, done)) / 86_400).rounded(.down))
            if request.lead > 0 { day = max(day, Int((moment + request.lead) / 86_400) - 2) }
            while true {
                let reading = Double(day) * 86_400 + Double(minute) * 60
                day += 1
                guard reading > start, request.lead > 0 || reading > done, matches(YearDay(number: day - 1)) else {
                    continue
                }
                let due = zone.instant(reading) - request.lead
                if request.lead == 0 || due > moment { return due }
            }
        }
    }
}
