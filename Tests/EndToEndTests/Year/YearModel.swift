// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Computes what must happen in a simulated year by the rules, outside of the agent, and finds the differences.
///
/// Time is in Unix seconds.
struct YearModel {
    /// An event of the log.
    struct Entry {
        let identifier: String
        let kind: String
        let at: Double
        let due: Double
        let reason: String
        let gathered: Int
        let app: String
    }

    /// A notification that is kept for a digest.
    private struct Kept {
        let identifier: String
        let due: Double
        /// The time after which a warning says nothing, or the notification has expired.
        let expires: Double
        /// Whether it nags, so that it is shown by itself.
        let comesAlone: Bool
    }

    private var accounts: [String: YearAccount] = [:]
    private var screen = YearScreen()
    private var holding = YearHolding()
    /// The kept notifications by application.
    private var waiting: [String: [Kept]] = [:]
    private(set) var now: Double
    private(set) var zone: TimeZone
    /// Since this time the clock has run without a leap: earlier dates were dealt with here.
    private var awakeSince: Double
    /// The number of the machine's boot: each start of the agent is one.
    private var run = 0
    private(set) var problems: [String] = []
    /// The numbers of occurrences that were shown, alone or in a digest, that were skipped, and that were shown again.
    private(set) var shown = 0
    private(set) var passed = 0
    private(set) var nagged = 0

    init(now: Double, zone: TimeZone, requests: [YearRequest]) {
        self.now = now
        self.zone = zone
        awakeSince = now
        for request in requests.flatMap({ [$0] + $0.warnings }) {
            accounts[request.identifier] = YearAccount(request, now: now, zone: zone)
        }
    }

    // MARK: - Events of the simulation

    /// Lets real time pass; in suspend, nothing happens on the way.
    mutating func pass(_ seconds: Double, asleep: Bool = false) {
        now += seconds
        if asleep { awakeSince = now }
    }

    mutating func setClock(to date: Double) {
        for identifier in accounts.keys {
            accounts[identifier]?.setClock(from: now, to: date, zone: zone, run: run)
        }
        screen.setClock(from: now, to: date, run: run)
        now = date
        awakeSince = date
    }

    mutating func move(to zone: TimeZone) {
        guard zone != self.zone else { return }
        self.zone = zone
        for identifier in accounts.keys { accounts[identifier]?.move() }
    }

    /// Lets this much time pass while the machine is off.
    mutating func reboot(after seconds: Double) {
        pass(seconds, asleep: true)
        run += 1
    }

    mutating func pause(_ app: String, until date: Double) { holding.pauses[app] = date }

    mutating func resume(_ app: String) {
        if app == "*" { holding.pauses = [:] } else { holding.pauses[app] = nil }
    }

    // MARK: - Events that the agent reports

    mutating func check(_ entries: [Entry]) {
        for entry in entries { check(entry) }
        for (identifier, var account) in accounts where !account.isOver {
            let due = account.due(in: zone)
            accounts[identifier] = account
            if due + account.request.leeway <= now { fail("\(identifier) was due at \(text(due)) and never came") }
        }
        let missing = screen.overdue(at: now, since: awakeSince, run: run, isHeld: isHeld)
        for words in missing { fail(words) }
        awakeSince = now
        // A request that is over does not begin again if the clock is set back.
        holding.pauses = holding.pauses.filter { $0.value > now }
    }

    /// Digests are shown one after another: some seconds after the earliest possible time, all must have been shown.
    mutating func checkDigests(seconds: Double) {
        for (app, kept) in waiting where kept.contains(where: { $0.expires > now }) {
            let isFree = [now, now - seconds].allSatisfy { holding.reason(app, .active, at: $0, in: zone) == nil }
            if isFree { fail("\(app) still waits for a digest of \(kept.count)") }
        }
    }

    private func isHeld(_ request: YearRequest, _ moment: Double) -> Bool {
        holding.reason(request.app, request.level, at: moment, in: zone) != nil
    }

    private mutating func check(_ entry: Entry) {
        switch entry.kind {
        case "dismissed": screen.remove(entry.identifier)
        case "nagged":
            nagged += 1
            let problem = screen.nag(entry.identifier, at: entry.at, since: awakeSince, run: run, isHeld: isHeld)
            if let problem { fail(problem) }
        case "expired":
            let held = waiting[entry.app]?.firstIndex { $0.identifier == entry.identifier && $0.expires <= entry.at }
            if let held {
                waiting[entry.app]?.remove(at: held)
            } else if let problem = screen.expire(entry.identifier, at: entry.at, since: awakeSince) {
                fail(problem)
            }
        case "fired" where entry.identifier == "belfry.digest": checkDigest(entry)
        case "fired", "missed": checkOccurrence(entry)
        default: break
        }
    }

    private mutating func checkDigest(_ entry: Entry) {
        let kept = waiting[entry.app, default: []].count { $0.expires > entry.at && !$0.comesAlone }
        if entry.gathered != kept { fail("a digest of \(entry.app) has \(entry.gathered), not \(kept)") }
        checkFree(entry)
        shown += kept
        waiting[entry.app]?.removeAll { !$0.comesAlone }
    }

    /// Takes a notification that is shown by itself: it is the newest of its request, and ends earlier ones.
    private mutating func checkAlone(_ entry: Entry, _ kept: Kept) {
        let all = waiting[entry.app, default: []].filter { $0.identifier == kept.identifier }
        if all.last.map({ near($0.due, kept.due) }) != true { fail("\(entry.identifier) came, and a newer one waits") }
        if kept.expires <= entry.at { fail("\(entry.identifier) came after its expiry") }
        checkFree(entry)
        waiting[entry.app]?.removeAll { $0.identifier == kept.identifier }
        shown += 1
        passed += all.count - 1
        if let request = accounts[entry.identifier]?.request { screen.show(request, at: entry.at, run: run) }
    }

    /// Takes a digest, or a single notification instead of it, which may not be shown while its application is held
    /// back.
    private mutating func checkFree(_ entry: Entry) {
        guard let reason = holding.reason(entry.app, .active, at: entry.at, in: zone) else { return }
        fail("a digest of \(entry.app) came while it was \(reason)")
    }

    private mutating func checkOccurrence(_ entry: Entry) {
        let index = waiting[entry.app]?.firstIndex { $0.identifier == entry.identifier && near($0.due, entry.due) }
        let kept = index.flatMap { waiting[entry.app]?[$0] }
        if entry.kind == "missed", entry.reason == "over", let kept, let index {
            // The request was shown before its warning.
            if kept.expires > entry.at { fail("\(entry.identifier) was over too early") }
            waiting[entry.app]?.remove(at: index)
            return
        }
        if entry.kind == "fired", let kept, kept.comesAlone { return checkAlone(entry, kept) }
        if entry.kind == "fired", let kept {
            let others = waiting[entry.app, default: []].count { $0.expires > entry.at && !$0.comesAlone } - 1
            if others != 0 { fail("\(entry.identifier) came alone, and \(others) others wait") }
            if kept.expires <= entry.at { fail("\(entry.identifier) came after its expiry") }
            checkFree(entry)
            waiting[entry.app]?.removeAll { !$0.comesAlone }
            shown += 1
            if let request = accounts[entry.identifier]?.request { screen.show(request, at: entry.at, run: run) }
            return
        }
        guard var account = accounts[entry.identifier], !account.isOver else {
            return fail("\(entry.identifier) came once too often")
        }
        let due = account.due(in: zone)
        if !near(due, entry.due) {
            fail("\(entry.identifier) came for \(text(entry.due)), not \(text(due))")
        }
        if entry.at < due - 0.001 { fail("\(entry.identifier) came early: \(text(entry.at)), due \(text(due))") }
        judge(entry, account.request, due: due)
        account.settle(at: max(entry.at, due), zone: zone, run: run)
        accounts[entry.identifier] = account
    }

    private mutating func judge(_ entry: Entry, _ request: YearRequest, due: Double) {
        let expected = expected(of: request, due: due, at: entry.at)
        let seen = entry.kind == "fired" ? "fired" : entry.reason
        if seen != expected {
            fail("\(entry.identifier), \(Int(entry.at - due)) s late, was \(seen), not \(expected)")
        }
        switch seen {
        case "fired":
            shown += 1
            screen.show(request, at: entry.at, run: run)
            // Earlier ones of it that were held back have ended.
            passed += waiting[entry.app, default: []].count { $0.identifier == entry.identifier }
            waiting[entry.app]?.removeAll { $0.identifier == entry.identifier }
        case "missed", "paused", "quiet":
            waiting[entry.app, default: []].append(
                Kept(
                    identifier: entry.identifier, due: entry.due,
                    expires: min(
                        request.expires ?? .infinity, request.lead > 0 ? entry.due + request.lead : .infinity),
                    comesAlone: request.nag != nil))
        default: passed += 1
        }
    }

    /// Decides what happens with an occurrence: the event, or the reason why it is not shown.
    private func expected(of request: YearRequest, due: Double, at moment: Double) -> String {
        if let expires = request.expires, expires <= moment { return "expires" }
        if request.lead > 0, due + request.lead <= moment { return "over" }
        if let reason = holding.reason(request.app, request.level, at: moment, in: zone) { return reason }
        guard moment - due > 60 + request.leeway else { return "fired" }
        switch (request.missed, request.repeats) {
        case (.show, _), (.standard, false): return "fired"
        case (.skip, _): return "skip"
        case (.youngDigest, _) where moment - due > 7200: return "old"
        case (.digest, _), (.youngDigest, _), (.standard, true): return "missed"
        }
    }

    private func near(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 0.001 }

    private func text(_ date: Double) -> String { Date(timeIntervalSince1970: date).formatted(.iso8601) }

    private mutating func fail(_ words: String) {
        problems.append("\(text(now)) \(zone.identifier): \(words)")
    }
}
