// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import Triggers

@testable import AgentLocation

@Suite struct LocationCycleTests {
    private let far = Circle(center: berlin.point(10_200), radius: 200)
    private var geoClue = ScriptedGeoClue { _ in berlin.center }

    private func begin() -> ScriptedGeoClue {
        var geoClue = geoClue
        geoClue.send(.fencesChanged([far]))
        return geoClue
    }

    /// Returns the cycle's effects of a kind of trouble, in order.
    private func reports(of geoClue: ScriptedGeoClue) -> [LocationTrouble?] {
        geoClue.log.compactMap { if case .report(let trouble) = $0.effect { .some(trouble) } else { nil } }
    }

    @Test func `the first sample has the effects of the diagram`() throws {
        var cycle = LocationCycle()
        #expect(cycle.handle(.fencesChanged([far]), at: noon) == [.createClient, .wake(at: noon + 10)])
        #expect(
            cycle.handle(.clientCreated, at: noon + 1) == [
                .start(.street, timeThreshold: 0), .wake(at: noon + 61),
            ])
        let fix = try #require(Fix(berlin.center, accuracy: 100, date: noon + 3))
        #expect(
            cycle.handle(.fix(fix), at: noon + 4) == [
                .evaluate(fix, isLowRate: true), .stop, .wake(at: noon + 4 + 300),
            ])
        #expect(cycle.handle(.fix(fix), at: noon + 5) == [])
        #expect(
            cycle.handle(.timer, at: noon + 304) == [.start(.neighborhood, timeThreshold: 0), .wake(at: noon + 364)])
    }

    @Test func `a timer that is early is set again`() {
        var cycle = LocationCycle()
        _ = cycle.handle(.fencesChanged([far]), at: noon)

        #expect(cycle.handle(.timer, at: noon + 5) == [.wake(at: noon + 10)])
    }

    @Test func `without an agent of GeoClue the cycle backs off, and a late reply ends the wait`() {
        var geoClue = geoClue
        geoClue.hasAgent = false
        geoClue.send(.fencesChanged([far]))
        geoClue.run(for: 9)
        #expect(geoClue.cycle.trouble == nil)
        geoClue.run(for: 2)
        #expect(reports(of: geoClue) == [.noAgent])

        geoClue.run(for: 86_400)
        #expect((45...60).contains(geoClue.count(of: .createClient)))
        #expect(reports(of: geoClue) == [.noAgent])

        geoClue.send(.clientCreated)
        geoClue.run(for: 10)
        #expect(reports(of: geoClue) == [.noAgent, nil])
        #expect(geoClue.fixes.count == 1)
    }

    @Test func `a new owner of GeoClue's name ends the wait for an agent`() {
        var geoClue = geoClue
        geoClue.hasAgent = false
        geoClue.send(.fencesChanged([far]))
        geoClue.run(for: 40)

        geoClue.hasAgent = true
        geoClue.send(.daemonVanished)
        geoClue.send(.daemonAppeared)
        geoClue.run(for: 10)

        #expect(geoClue.fixes.count == 1)
        #expect(geoClue.cycle.trouble == nil)
    }

    @Test func `a daemon that is killed during a sample gets a new client after 5 seconds`() {
        var geoClue = begin()
        geoClue.run(for: 1)

        geoClue.send(.daemonVanished)
        geoClue.run(for: 10)

        #expect(geoClue.count(of: .createClient) == 2)
        #expect(geoClue.fixes.count == 1)
    }

    @Test func `the wait for a daemon doubles until a fix comes`() throws {
        var cycle = LocationCycle()
        _ = cycle.handle(.fencesChanged([far]), at: noon)
        _ = cycle.handle(.clientCreated, at: noon)
        #expect(cycle.handle(.daemonVanished, at: noon + 1) == [.wake(at: noon + 6)])
        _ = cycle.handle(.timer, at: noon + 6)
        #expect(cycle.handle(.daemonVanished, at: noon + 7) == [.wake(at: noon + 17)])
        _ = cycle.handle(.timer, at: noon + 17)
        _ = cycle.handle(.clientCreated, at: noon + 18)

        let fix = try #require(Fix(berlin.center, accuracy: 20, date: noon + 20))
        _ = cycle.handle(.fix(fix), at: noon + 20)
        _ = cycle.handle(.timer, at: noon + 400)

        #expect(cycle.handle(.daemonVanished, at: noon + 401) == [.wake(at: noon + 406)])
    }

    @Test func `without GeoClue the cycle says so, and takes no late reply`() {
        var geoClue = geoClue
        geoClue.hasAgent = false
        geoClue.send(.fencesChanged([far]))
        geoClue.send(.noService)
        #expect(geoClue.cycle.phase == .backingOff(until: noon + 60))
        #expect(reports(of: geoClue) == [.noService])

        geoClue.send(.clientCreated)
        #expect(geoClue.log.last?.effect == .deleteClient)
    }

    @Test func `sleep during a sample is no time without a fix`() {
        var geoClue = begin()
        geoClue.place = { _ in nil }
        geoClue.run(for: 50)

        geoClue.send(.resumed)

        #expect(geoClue.cycle.phase == .sampling(.street, until: noon + 110))
    }

    @Test func `levels that no source has are not tried`() {
        var geoClue = geoClue
        geoClue.place = { _ in nil }
        geoClue.send(.availableLevelChanged(.city))
        geoClue.send(.fencesChanged([far]))
        geoClue.run(for: 65)

        #expect(geoClue.cycle.phase == .backingOff(until: noon + 60.1 + 1800))
        #expect(geoClue.count(of: .start(.exact, timeThreshold: 0)) == 0)
    }

    @Test func `power saving asks for a coarse position even for a new place`() {
        var geoClue = geoClue
        geoClue.send(.powerChanged(.saver))
        geoClue.send(.fencesChanged([far]))
        geoClue.run(for: 1)

        #expect(geoClue.count(of: .start(.neighborhood, timeThreshold: 0)) == 1)
    }

    @Test func `a daemon that is killed between samples gets a new client at the next one`() {
        var geoClue = begin()
        geoClue.run(for: 60)

        geoClue.send(.daemonVanished)
        geoClue.run(for: 60)
        #expect(geoClue.count(of: .createClient) == 1)

        geoClue.run(for: 300)
        #expect(geoClue.count(of: .createClient) == 2)
        #expect(geoClue.fixes.count == 2)
    }

    @Test func `a denial leaves neither client nor timer, and a hint retries it after half an hour`() {
        var geoClue = begin()
        geoClue.run(for: 1)
        let message = "'belfry' disallowed by configuration for UID 1000"
        geoClue.send(.accessDenied(LocationTrouble(accessDenied: message)))
        #expect(geoClue.log.suffix(4).map(\.effect) == [.stop, .deleteClient, .cancelWake, .report(.denied)])
        #expect(geoClue.cycle.phase == .denied)

        geoClue.send(.unlocked)
        geoClue.run(for: 1800)
        #expect(geoClue.count(of: .createClient) == 1)

        geoClue.send(.unlocked)
        geoClue.run(for: 10)
        #expect(reports(of: geoClue) == [.denied, nil])
    }

    @Test func `a client that runs while location is switched off goes on when it is on again`() {
        var geoClue = begin()
        geoClue.place = { _ in nil }
        geoClue.run(for: 5)
        geoClue.send(.activeChanged(false))
        #expect(geoClue.cycle.phase == .disabled(until: nil))
        geoClue.run(for: 7200)
        #expect(geoClue.count(of: .stop) == 0)

        geoClue.place = { _ in berlin.center }
        geoClue.send(.activeChanged(true))
        geoClue.run(for: 10)

        #expect(reports(of: geoClue) == [.disabled, nil])
        #expect(geoClue.fixes.count == 1)
        #expect(geoClue.count(of: .createClient) == 1)
    }

    @Test func `a start while location is switched off is tried again every half hour`() {
        var geoClue = begin()
        geoClue.run(for: 1)
        geoClue.send(.accessDenied(LocationTrouble(accessDenied: "Geolocation disabled for UID 1000")))
        #expect(geoClue.cycle.phase == .disabled(until: noon + 1 + 1800))

        geoClue.run(for: 1810)
        #expect(geoClue.cycle.trouble == nil)
        #expect(geoClue.fixes.count == 1)
    }

    @Test func `an echo of a stop does not count as location switched off`() {
        var geoClue = begin()
        geoClue.run(for: 1)

        geoClue.send(.activeChanged(false))
        geoClue.send(.activeChanged(true))

        #expect(reports(of: geoClue).isEmpty)
    }

    @Test func `location that is switched off right after a start is told at once`() {
        var geoClue = begin()
        geoClue.place = { _ in nil }
        geoClue.run(for: 1)

        geoClue.send(.activeChanged(true))
        geoClue.send(.activeChanged(false))

        #expect(reports(of: geoClue) == [.disabled])
    }

    @Test func `a level that brings nothing is followed by the next one, and remembered`() {
        var geoClue = geoClue
        geoClue.sourceLevel = .exact
        geoClue.send(.fencesChanged([far]))
        geoClue.run(for: 70)
        #expect(geoClue.count(of: .start(.street, timeThreshold: 0)) == 1)
        #expect(geoClue.count(of: .start(.exact, timeThreshold: 0)) == 1)
        #expect(geoClue.fixes.count == 1)

        geoClue.run(for: 310)
        #expect(geoClue.count(of: .start(.exact, timeThreshold: 0)) == 2)
        #expect(geoClue.fixes.count == 2)

        geoClue.sourceLevel = .city
        geoClue.run(for: 60)
        geoClue.send(.networkChanged)
        geoClue.run(for: 310)
        #expect(geoClue.count(of: .start(.neighborhood, timeThreshold: 0)) == 1)
    }

    @Test func `without any fix the cycle backs off for half an hour, and a hint ends that`() {
        var geoClue = geoClue
        geoClue.place = { _ in nil }
        geoClue.send(.fencesChanged([far]))
        geoClue.run(for: 130)
        #expect(geoClue.cycle.trouble == .noFix)
        #expect(geoClue.cycle.phase == .backingOff(until: noon + 0.1 + 120 + 1800))

        geoClue.place = { _ in berlin.center }
        geoClue.run(for: 60)
        geoClue.send(.networkChanged)
        geoClue.run(for: 10)
        #expect(reports(of: geoClue) == [.noFix, nil])
    }

    @Test func `a cached fix is only a hint`() throws {
        var geoClue = begin()
        geoClue.run(for: 1)

        #expect(geoClue.fixes.isEmpty)
        #expect(try #require(geoClue.cycle.estimate.provisional).date == noon + 0.1 - 300)
        #expect(geoClue.cycle.estimate.last == nil)
    }

    @Test func `positions that are too coarse for a place say so, every half hour`() {
        var geoClue = geoClue
        geoClue.accuracy = 25_000
        geoClue.send(.fencesChanged([far]))
        geoClue.run(for: 130)
        #expect(reports(of: geoClue) == [.coarse(accuracy: 25_000)])

        geoClue.run(for: 86_400)
        let starts = geoClue.log.count { if case .start = $0.effect { true } else { false } }
        #expect(starts < 60)
    }

    @Test func `coarse positions do while the border is far away`() {
        var geoClue = geoClue
        geoClue.accuracy = 3000
        geoClue.send(.fencesChanged([far]))
        geoClue.run(for: 125)

        #expect(geoClue.cycle.phase == .sleeping(until: noon + 120.1 + 300))
        #expect(reports(of: geoClue) == [.coarse(accuracy: 3000)])
    }

    @Test func `a candidate is confirmed after 20 seconds`() {
        var geoClue = begin()
        geoClue.run(for: 10)

        geoClue.send(.candidateFound)
        geoClue.run(for: 30)

        #expect(geoClue.fixes.count == 2)
        #expect((20...30).contains(geoClue.fixes[1].timeIntervalSince(geoClue.fixes[0])))
    }

    @Test func `a hint causes a fix, at most every 5 minutes`() {
        var geoClue = begin()
        geoClue.run(for: 2000)
        let count = geoClue.fixes.count
        #expect(count == 3)

        geoClue.send(.resumed)
        geoClue.run(for: 10)
        #expect(geoClue.fixes.count == count + 1)

        geoClue.send(.unlocked)
        geoClue.run(for: 280)
        #expect(geoClue.fixes.count == count + 1)
        geoClue.run(for: 30)
        #expect(geoClue.fixes.count == count + 2)
    }

    @Test func `a new place is compared with a fresh fix at once, and with a new one otherwise`() {
        var geoClue = begin()
        geoClue.run(for: 60)
        geoClue.send(.fencesChanged([far, Circle(center: berlin.point(30_000), radius: 200)]))
        #expect(geoClue.fixes.count == 2)
        #expect(geoClue.fixes.last == noon + 60)
        #expect(geoClue.count(of: .start(.street, timeThreshold: 0)) == 1)

        geoClue.run(for: 200)
        geoClue.send(.fencesChanged([far, Circle(center: berlin.point(40_000), radius: 200)]))
        geoClue.run(for: 5)
        #expect(geoClue.fixes.count == 3)
        #expect(geoClue.count(of: .start(.street, timeThreshold: 0)) == 2)
    }

    @Test func `power saving makes a pause longer at once`() throws {
        var geoClue = begin()
        geoClue.run(for: 10)
        let end = try #require(geoClue.cycle.phase.deadline)

        geoClue.send(.powerChanged(.saver))

        #expect(try #require(geoClue.cycle.phase.deadline) > end + 800)
    }

    @Test func `a clock that is set back does not make a pause longer`() {
        var cycle = begin()
        cycle.run(for: 10)
        var after = cycle.cycle

        let effects = after.handle(.timer, at: noon - 86_400)

        #expect(effects.first == .start(.neighborhood, timeThreshold: 0))
    }

    @Test(arguments: [
        ("'belfry' disallowed, no agent for UID 1000", LocationTrouble.noAgent),
        ("Geolocation disabled for UID 1000", .disabled),
        ("'belfry' disallowed by configuration for UID 1000", .denied), ("", .denied),
    ])
    func `GeoClue's messages tell denials apart`(_ message: String, _ trouble: LocationTrouble) {
        #expect(LocationTrouble(accessDenied: message) == trouble)
    }
}
