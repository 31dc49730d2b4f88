// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The notifications on the screen in the simulated year that nag or expire.
struct YearScreen {
    private struct Showing {
        let request: YearRequest
        /// The next nag, the number of nags left, and the boot of the machine in which that was computed.
        var nagDue: Double?
        var remaining = 0
        var run = 0
    }

    private var showings: [String: Showing] = [:]

    /// Takes a showing, which replaces an older one.
    mutating func show(_ request: YearRequest, at moment: Double, run: Int) {
        showings[request.identifier] = nil
        guard request.nag != nil || request.expires != nil else { return }
        var showing = Showing(request: request)
        if let nag = request.nag {
            (showing.nagDue, showing.remaining, showing.run) = (moment + Double(nag.minutes) * 60, nag.count, run)
        }
        showings[request.identifier] = showing
    }

    /// Takes the person's reaction.
    mutating func remove(_ identifier: String) { showings[identifier] = nil }

    mutating func setClock(from old: Double, to now: Double, run: Int) {
        for (identifier, var showing) in showings {
            guard let due = showing.nagDue, let nag = showing.request.nag else { continue }
            if showing.run == run {
                showing.nagDue = due + now - old
            } else if due > now + Double(nag.minutes) * 60 {
                // The nag keeps its wall-clock time, but is never further away than its interval.
                showing.nagDue = now + Double(nag.minutes) * 60
                showing.run = run
            }
            showings[identifier] = showing
        }
    }

    /// Takes a nag at a moment; returns its faults.
    mutating func nag(
        _ identifier: String, at moment: Double, since awake: Double, run: Int,
        isHeld: (YearRequest, _ at: Double) -> Bool
    ) -> String? {
        guard var showing = showings[identifier], let nag = showing.request.nag else {
            return "\(identifier) came again, and was not on the screen"
        }
        let expected = Self.nextNag(of: &showing, through: moment + 0.001, since: awake, run: run, isHeld: isHeld)
        guard let due = showing.nagDue, let expected, abs(expected - moment) < 0.001 else {
            return "\(identifier) came again at \(moment), not \(expected.map { "\($0)" } ?? "then")"
        }
        showing.remaining -= 1
        let interval = Double(nag.minutes) * 60
        showing.nagDue =
            showing.remaining > 0 ? due + Self.steps(from: due, to: moment, interval) * interval : nil
        showing.run = run
        showings[identifier] = showing
        return nil
    }

    /// Takes a removal at a moment; returns its faults.
    mutating func expire(_ identifier: String, at moment: Double, since awake: Double) -> String? {
        guard let showing = showings.removeValue(forKey: identifier), let expires = showing.request.expires else {
            return "\(identifier) expired, and was not on the screen"
        }
        let expected = max(expires, awake)
        return abs(expected - moment) < 0.001 ? nil : "\(identifier) expired at \(moment), not \(expected)"
    }

    /// The nags and removals that are overdue.
    mutating func overdue(
        at now: Double, since awake: Double, run: Int, isHeld: (YearRequest, _ at: Double) -> Bool
    ) -> [String] {
        var words: [String] = []
        for (identifier, var showing) in showings {
            if let due = Self.nextNag(of: &showing, through: now, since: awake, run: run, isHeld: isHeld) {
                words.append("\(identifier) was to come again at \(due)")
            }
            showings[identifier] = showing
            if let expires = showing.request.expires, expires <= now { words.append("\(identifier) did not expire") }
        }
        return words
    }

    /// The number of steps of an interval from a past date to a moment; at least one, whatever the last bits say.
    private static func steps(from due: Double, to moment: Double, _ interval: Double) -> Double {
        max(0, ((moment - due) / interval + 1e-9).rounded(.down)) + 1
    }

    /// The time of the next nag; nags during a hold are over and do not count.
    private static func nextNag(
        of showing: inout Showing, through end: Double, since awake: Double, run: Int,
        isHeld: (YearRequest, _ at: Double) -> Bool
    ) -> Double? {
        while let due = showing.nagDue, due <= end, let nag = showing.request.nag {
            let moment = max(due, awake)
            if let expires = showing.request.expires, expires <= moment { return nil }
            guard isHeld(showing.request, moment) else { return moment }
            let interval = Double(nag.minutes) * 60
            showing.nagDue = due + Self.steps(from: due, to: moment, interval) * interval
            showing.run = run
        }
        return nil
    }
}
