// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// What must happen in a simulated year, and what is wrong with what did: the rules, known outside of the agent.
///
/// Time is in Unix seconds. A reading is what a clock shows, as if it were UTC.
struct YearModel {
    /// One request's account.
    private struct Account {
        let request: YearRequest
        /// All readings up to this one are done with; of a zone of its own: all moments.
        var done: Double
        /// Where it was added: dates before it are none of its.
        let start: Double
        var hasFired = false
        var isOver = false
        /// The next moment on the steady clock, for an interval.
        var steady: Double = 0
        /// The next date as it was worked out for `done` in a zone.
        var known: (done: Double, zone: String, due: Double)?
    }

    /// What the log says.
    struct Entry {
        let identifier: String
        let kind: String
        let at: Double
        let due: Double
        let reason: String
        let gathered: Int
        let app: String
    }

    private var accounts: [String: Account] = [:]
    /// Kept for a digest and not shown yet, by application.
    private var waiting: [String: [(identifier: String, due: Double)]] = [:]
    private(set) var now: Double
    private(set) var zone: TimeZone
    /// Real time since the beginning.
    private var steady = 0.0
    private(set) var problems: [String] = []
    /// How many occurrences were shown, alone or in a digest, and how many were passed over.
    private(set) var shown = 0
    private(set) var passed = 0

    init(now: Double, zone: TimeZone, requests: [YearRequest]) {
        self.now = now
        self.zone = zone
        for request in requests {
            var account = Account(request: request, done: now, start: now)
            switch request.kind {
            case .days(_, _, let own), .once(_, let own):
                let reading = now + Double((own ?? zone).secondsFromGMT(for: Date(timeIntervalSince1970: now)))
                account.done = reading
            case .interval(let seconds, _): account.steady = seconds
            }
            accounts[request.identifier] = Account(
                request: request, done: account.done, start: account.done, steady: account.steady)
        }
    }

    // MARK: - What happens

    /// Real time goes by, asleep or awake.
    mutating func pass(_ seconds: Double) {
        now += seconds
        steady += seconds
    }

    mutating func setClock(to date: Double) {
        let isBack = date < now
        now = date
        guard isBack else { return }
        for (identifier, account) in accounts where !account.hasFired {
            let done = max(account.start, min(account.done, reading(now, of: account)))
            accounts[identifier]?.done = done
        }
    }

    mutating func move(to zone: TimeZone) { self.zone = zone }

    // MARK: - What the agent says that it did

    mutating func check(_ entries: [Entry]) {
        for entry in entries { check(entry) }
        for (identifier, account) in accounts where !account.isOver {
            let due = nextDue(account)
            accounts[identifier]?.known = due.map { (account.done, zone.identifier, $0) }
            if let due, due <= now { fail("\(identifier) was due at \(text(due)) and never came") }
        }
    }

    mutating func end() {
        for (app, kept) in waiting where !kept.isEmpty { fail("\(app) still waits for a digest of \(kept.count)") }
    }

    private mutating func check(_ entry: Entry) {
        if entry.identifier == "belfry.digest" {
            let kept = waiting[entry.app]?.count ?? 0
            if entry.gathered != kept { fail("a digest of \(entry.app) has \(entry.gathered), not \(kept)") }
            shown += kept
            waiting[entry.app] = []
            return
        }
        let kept = waiting[entry.app]?.firstIndex { $0.identifier == entry.identifier && near($0.due, entry.due) }
        if entry.kind == "fired", let kept {
            waiting[entry.app]?.remove(at: kept)
            shown += 1
            return
        }
        guard var account = accounts[entry.identifier], !account.isOver else {
            return fail("\(entry.identifier) came once too often")
        }
        guard let due = nextDue(account, at: entry.at) else { return fail("\(entry.identifier) came without a date") }
        if !near(due, entry.due) {
            fail("\(entry.identifier) came for \(text(entry.due)), not \(text(due))")
        }
        if entry.at < due - 0.001 { fail("\(entry.identifier) came early: \(text(entry.at)), due \(text(due))") }
        judge(entry, account.request, late: entry.at - due)
        account.hasFired = true
        account.isOver = !account.request.repeats
        settle(&account, at: max(entry.at, due))
        accounts[entry.identifier] = account
    }

    private mutating func judge(_ entry: Entry, _ request: YearRequest, late: Double) {
        var expected = "fired"
        if late > 60 {
            switch (request.missed, request.repeats) {
            case (.show, _), (.standard, false): break
            case (.skip, _): expected = "skip"
            case (.youngDigest, _) where late > 7200: expected = "old"
            case (.digest, _), (.youngDigest, _), (.standard, true): expected = "missed"
            }
        }
        let seen = entry.kind == "fired" ? "fired" : entry.reason
        if seen != expected { fail("\(entry.identifier), \(Int(late)) s late, was \(seen), not \(expected)") }
        switch seen {
        case "fired": shown += 1
        case "missed": waiting[entry.app, default: []].append((entry.identifier, entry.due))
        default: passed += 1
        }
    }

    // MARK: - Dates

    private func settle(_ account: inout Account, at moment: Double) {
        if case .interval(let seconds, _) = account.request.kind {
            let real = steady - (now - moment)
            account.steady = max(account.steady, (real / seconds + 1e-9).rounded(.down) * seconds) + seconds
        } else {
            account.done = reading(moment, of: account)
        }
    }

    private func reading(_ moment: Double, of account: Account) -> Double {
        moment + Double(offset(of: account, at: moment))
    }

    private func offset(of account: Account, at moment: Double) -> Int {
        let own: TimeZone? =
            switch account.request.kind {
            case .days(_, _, let own), .once(_, let own): own
            case .interval: .gmt
            }
        return (own ?? zone).secondsFromGMT(for: Date(timeIntervalSince1970: moment))
    }

    private func nextDue(_ account: Account, at moment: Double? = nil) -> Double? {
        if case .interval = account.request.kind {
        } else if let known = account.known,
            known.done == account.done, known.zone == zone.identifier
        {
            return known.due
        }
        switch account.request.kind {
        case .interval: return now + (account.steady - steady)
        case .once(let reading, let own): return instant(Double(reading), in: own ?? zone)
        case .days(let matches, let minute, let own):
            var day = Int((account.done / 86_400).rounded(.down))
            while true {
                let reading = Double(day) * 86_400 + Double(minute) * 60
                if reading > account.done, matches(.init(number: day)) { return instant(reading, in: own ?? zone) }
                day += 1
            }
        }
    }

    /// When a clock first shows a reading, or the first moment after the gap that it is in.
    private func instant(_ reading: Double, in zone: TimeZone) -> Double {
        func shown(_ moment: Double) -> Double {
            moment + Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: moment)))
        }
        // No zone is more than a day from UTC: the first second of three days at which the clock has come so far.
        var (before, after) = (reading - 129_600, reading + 129_600)
        // Folds make it not quite monotonic; where the reading comes twice, the earlier one is looked for below.
        while after - before > 1 {
            let middle = ((before + after) / 2).rounded(.down)
            if shown(middle) >= reading { after = middle } else { before = middle }
        }
        let earlier = after - 10_800
        var candidate = after
        var probe = earlier
        while probe < after {
            if shown(probe) == reading { return probe }
            if shown(probe) > reading, probe < candidate { candidate = probe }
            probe += 900
        }
        return candidate
    }

    private func near(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 0.001 }

    private func text(_ date: Double) -> String { Date(timeIntervalSince1970: date).formatted(.iso8601) }

    private mutating func fail(_ words: String) {
        problems.append("\(text(now)) \(zone.identifier): \(words)")
    }
}
