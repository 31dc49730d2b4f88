// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import TestSupport
import Testing
import Triggers

@testable import AgentLocation

/// Random orders of events: what must hold after each of them.
@Suite struct LocationOrderTests {
    /// A client as GeoClue sees it.
    private struct Client {
        var exists = false
        var isStarted = false
        var alarm: Date?
    }

    private let circles = [berlin.circle(200), berlin.circle(5000), Circle(center: berlin.point(10_200), radius: 200)]

    private func event(at now: Date, using random: inout SeededGenerator) -> LocationCycle.Event {
        switch Int.random(in: 0..<24, using: &random) {
        case 0: .fencesChanged([])
        case 1, 2: .fencesChanged(circles.filter { _ in Bool.random(using: &random) })
        case 3: .candidateFound
        case 4...6: .clientCreated
        case 7: .noReply
        case 8: .noService
        case 9: .accessDenied([.denied, .disabled, .noAgent].randomElement(using: &random) ?? .denied)
        case 10: .daemonVanished
        case 11: .daemonAppeared
        case 12, 13: .activeChanged(Bool.random(using: &random))
        case 14: .availableLevelChanged(AccuracyLevel.allCases.randomElement(using: &random) ?? .exact)
        case 15: [.resumed, .networkChanged, .unlocked].randomElement(using: &random) ?? .resumed
        case 16: .powerChanged([.external, .battery, .saver].randomElement(using: &random) ?? .saver)
        case 17...20: fix(at: now, using: &random).map { .fix($0) } ?? .timer
        default: .timer
        }
    }

    private func fix(at now: Date, using random: inout SeededGenerator) -> Fix? {
        let distance = Double.random(in: 0...1, using: &random) * 12_000
        let accuracy: Double = [0, 20, 300, 3000, 25_000].randomElement(using: &random) ?? 20
        let age: Double = [0, 0, 0, 60, 600].randomElement(using: &random) ?? 0
        return berlin.fix(distance, accuracy: accuracy, at: now - age)
    }

    @Test func `a thousand orders of events keep the client and the timer in order`() {
        for seed in 0..<1000 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            var (cycle, client, now) = (LocationCycle(), Client(), noon)
            for _ in 0..<120 {
                let event = event(at: now, using: &random)
                if event == .timer {
                    guard let alarm = client.alarm else { continue }
                    now = max(now, alarm)
                    client.alarm = nil
                } else {
                    now += Double.random(in: 0...20, using: &random)
                }
                if event == .daemonVanished { (client.exists, client.isStarted) = (false, false) }
                if event == .clientCreated { client.exists = true }
                for effect in cycle.handle(event, at: now) { check(effect, on: &client, seed) }
                check(cycle, client, at: now, seed)
            }
        }
    }

    private func check(_ effect: LocationCycle.Effect, on client: inout Client, _ seed: UInt64) {
        switch effect {
        case .createClient: break
        case .deleteClient: (client.exists, client.isStarted) = (false, false)
        case .start:
            #expect(client.exists && !client.isStarted, "seed \(seed)")
            client.isStarted = true
        case .stop:
            #expect(client.exists && client.isStarted, "seed \(seed)")
            client.isStarted = false
        case .wake(let date): client.alarm = date
        case .cancelWake: client.alarm = nil
        case .evaluate, .report: break
        }
    }

    private func check(_ cycle: LocationCycle, _ client: Client, at now: Date, _ seed: UInt64) {
        #expect(client.alarm == cycle.phase.deadline, "seed \(seed)")
        switch cycle.phase {
        case .idle:
            #expect(!client.exists && cycle.circles.isEmpty && cycle.trouble == nil, "seed \(seed)")
        case .sampling, .continuous, .disabled(until: nil):
            #expect(client.isStarted, "seed \(seed)")
        case .connecting, .sleeping, .backingOff, .denied, .disabled:
            #expect(!client.isStarted, "seed \(seed)")
        }
        guard let deadline = cycle.phase.deadline else { return }
        // No pause is for ever.
        #expect(deadline <= now + LocationCycle.longestPause, "seed \(seed)")
    }
}
