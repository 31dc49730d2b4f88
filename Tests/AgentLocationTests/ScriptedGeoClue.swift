// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import TestSupport
import Triggers

@testable import AgentLocation

/// A simulated machine with GeoClue, on a simulated clock: it carries out the effects of a cycle.
struct ScriptedGeoClue {
    var cycle = LocationCycle()
    private(set) var now = noon
    /// The machine's place at a number of seconds after noon; nil for a machine without a source of positions.
    var place: (Double) -> Coordinate?
    /// Whether an agent of GeoClue runs: without one no call is answered.
    var hasAgent = true
    /// The lowest level at which positions come.
    var sourceLevel = AccuracyLevel.city
    /// Accuracy in metres of the source, and its noise.
    var (accuracy, sigma) = (25.0, 15.0)
    /// Age in seconds of the fix with which GeoClue begins after a start; nil if it has none.
    var cachedAge: Double? = 300
    /// Events of the machine at dates.
    var script: [(date: Date, event: LocationCycle.Event)] = []

    /// The effects so far, with their dates.
    private(set) var log: [(date: Date, effect: LocationCycle.Effect)] = []
    private var replies: [(date: Date, event: LocationCycle.Event)] = []
    private var alarm: Date?
    /// The started client's time threshold in seconds, and the date of its next position.
    private var running: (threshold: Double, next: Date)?
    private var random = SeededGenerator()

    init(place: @escaping (Double) -> Coordinate?) { self.place = place }

    /// The dates of all fixes that proved something.
    var fixes: [Date] {
        log.compactMap { if case .evaluate = $0.effect { $0.date } else { nil } }
    }

    func count(of effect: LocationCycle.Effect) -> Int { log.count { $0.effect == effect } }

    /// Returns the largest number of fixes in any hour that begins with one of them, without the first `skipped`.
    func mostFixesInAnHour(after skipped: Int = 0) -> Int {
        let dates = Array(fixes.dropFirst(skipped))
        return dates.map { start in dates.count { (0..<3600).contains($0.timeIntervalSince(start)) } }.max() ?? 0
    }

    mutating func send(_ event: LocationCycle.Event) {
        if event == .daemonVanished { (running, replies) = (nil, []) }
        for effect in cycle.handle(event, at: now) { perform(effect) }
    }

    /// Lets time pass.
    mutating func run(for seconds: Double) {
        let end = now + seconds
        while let date = [alarm, running?.next, replies.first?.date, script.first?.date].compactMap(\.self).min(),
            date <= end
        {
            now = max(now, date)
            if let next = replies.first, next.date <= now {
                replies.removeFirst()
                send(next.event)
            } else if let next = script.first, next.date <= now {
                script.removeFirst()
                send(next.event)
            } else if let client = running, client.next <= now {
                running?.next = now + max(client.threshold, 1)
                if let fix = fix(at: now) { send(.fix(fix)) }
            } else {
                alarm = nil
                send(.timer)
            }
        }
        now = end
    }

    private mutating func perform(_ effect: LocationCycle.Effect) {
        log.append((now, effect))
        switch effect {
        case .createClient: if hasAgent { replies.append((now + 0.1, .clientCreated)) }
        case .deleteClient: running = nil
        case .start(let level, let threshold):
            if let age = cachedAge, let fix = fix(at: now - age) { replies.append((now + 0.1, .fix(fix))) }
            running = level >= sourceLevel ? (Double(threshold), now + 3) : nil
        case .stop: running = nil
        case .wake(let date): alarm = date
        case .cancelWake: alarm = nil
        case .evaluate, .report: break
        }
    }

    private mutating func fix(at date: Date) -> Fix? {
        place(date.timeIntervalSince(noon)).flatMap {
            Fix(Ground.noisy($0, sigma: sigma, using: &random), accuracy: accuracy, date: date)
        }
    }
}
