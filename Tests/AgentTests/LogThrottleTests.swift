// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentLog
@testable import AgentMachine
import EventLoop
import FoundationEssentials
import Testing
import Triggers

/// How often a lasting failure is logged, and when the agent trusts the clock.
@Suite struct LogThrottleTests {
    @Test func `a failure every five seconds is logged at first and then ever more seldom`() {
        var logThrottle = LogThrottle()
        let told = (0..<20_000).filter { logThrottle.isDue(at: Double($0) * 5) }.map { $0 * 5 }

        #expect(told.prefix(7) == [0, 60, 180, 420, 900, 1860, 3780])
        #expect(zip(told.dropFirst(7), told.dropFirst(8)).allSatisfy { $1 - $0 == 3600 })
        let failures = [logThrottle.end(), logThrottle.end()]
        #expect(failures == [20_000, nil])
        let isToldAgain = logThrottle.isDue(at: 100_001)
        #expect(isToldAgain)
    }

    /// A clock with a wall time and a time since boot.
    private struct Reading: WallClock {
        var now: Date
        var sinceBoot: TimeInterval
        var timeZone: Zone { .gmt }

        func alarm(on loop: EventLoop, handler: @escaping @Sendable (AlarmSource.Event) -> Void) throws -> any Alarm {
            try ManualClock(now).alarm(on: loop, handler: handler)
        }
    }

    @Test func `a clock is trusted after an hour in which nobody set it`() {
        var clock = Reading(now: Date(timeIntervalSince1970: 4_294_967_296), sinceBoot: 5)
        var trust = ClockTrust(clock)
        func isTrusted(after seconds: Double) -> Bool {
            clock = Reading(now: clock.now + seconds, sinceBoot: clock.sinceBoot + seconds)
            return trust.isEarned(by: clock)
        }
        #expect(isTrusted(after: 3599) == false)
        #expect(isTrusted(after: 1) == true)

        clock.now = Date(timeIntervalSince1970: 1_795_262_400)
        #expect(isTrusted(after: 0) == false)
        // The clock is corrected in a small step, as by a time server.
        clock.now += 2
        #expect(isTrusted(after: 3000) == false)
        #expect(isTrusted(after: 600) == true)
    }
}
