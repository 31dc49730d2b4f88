// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// How far one request of the year has come, by the rules of the manual.
///
/// Dates are Unix seconds; a reading is what a clock shows, as if it were UTC.
struct YearAccount {
    let request: YearRequest
    var hasFired = false
    var isOver = false

    /// What names a time of day: all readings up to this one are done with, and the first is after `start`.
    private var done = 0.0
    private let start: Double
    /// The same as a moment, while nobody has moved or set the clock back since.
    private var doneMoment: Double?

    /// An interval: its dates are `anchor` and multiples of the interval, and it waits since `began`.
    private var anchor = 0.0
    private var began = 0.0
    private var intervalDue = 0.0
    /// In which of the machine's runs it began to wait.
    private var run = 0

    /// The next date as it was worked out in a zone.
    private var known: (zone: String, due: Double)?

    /// Added at `now`; nil for a warning that would have to have come before.
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

    /// When it is due, as things are.
    mutating func due(in zone: TimeZone) -> Double {
        if request.isInterval { return intervalDue }
        if let known, known.zone == zone.identifier { return known.due }
        let due = calendarDue(in: YearZone(request.ownZone ?? zone))
        known = (zone.identifier, due)
        return due
    }

    /// All up to `moment` is done with; it has fired, or was passed over.
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
        // What repeats ends where its next date is not before its expiry.
        isOver = !request.repeats || request.expires.map { due(in: zone) + request.lead >= $0 } ?? false
    }

    /// The person has gone to another zone.
    mutating func move() {
        if request.ownZone == nil { doneMoment = nil }
    }

    /// Somebody has set the clock.
    mutating func setClock(from old: Double, to now: Double, zone: TimeZone, run current: Int) {
        if request.isInterval {
            var step = now - old
            if run != current {
                // It stays where it is on the wall clock, but no wait begins in the future.
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
                // A zone of its own: by moments. The person's: by readings, wherever they were shown.
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
