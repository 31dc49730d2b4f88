// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentMachine
import DBus
package import EventLoop
package import FoundationEssentials
import Triggers

/// `org.belfry.TestClock1`: moves a ``TestClock``, and replies when everything that fell due is done.
package struct TestClockControl: Sendable {
    let clock: TestClock
    let loop: EventLoop
    /// Returns whether the agent has nothing in progress.
    let isIdle: @Sendable () async -> Bool
    let zoneChanged: @Sendable () async -> Void

    package init(
        clock: TestClock, loop: EventLoop, isIdle: @escaping @Sendable () async -> Bool,
        zoneChanged: @escaping @Sendable () async -> Void
    ) {
        (self.clock, self.loop, self.isIdle) = (clock, loop, isIdle)
        self.zoneChanged = zoneChanged
    }

    /// Longest wait, in real time, for other programs, such as a notification server or an application.
    private static let patience = Duration.seconds(10)
    /// The longest step of the test clock, in seconds: 100 years.
    private static let longest: TimeInterval = 3_155_760_000

    func answer(_ call: MethodCall) async throws -> [Value] {
        switch (call.member, call.arguments.first) {
        case ("Now", _):
            let now = clock.now
            return [
                .string(now.rfc3339(in: clock.timeZone)), .double(now.timeIntervalSince1970),
                .string(clock.timeZone.identifier),
            ]
        case ("Set", .string(let text)?):
            clock.jump(to: try Self.date(text))
        case ("Advance", .double(let seconds)?):
            try await advance(by: try Self.checked(seconds))
        case ("Suspend", _):
            await settle()
            clock.sleep()
        case ("Resume", .double(let seconds)?):
            clock.advance(to: clock.now + (try Self.checked(seconds)))
            clock.wake()
        case ("SetZone", .string(let name)?):
            guard let zone = Zone(identifier: name) else {
                throw BusError.invalidArguments("\"\(name)\" is not a known time zone.")
            }
            clock.setZone(zone)
            await zoneChanged()
        default:
            throw BusError.unknownMethod(call.member)
        }
        await settle()
        return []
    }

    /// Moves the clock from one alarm to the next, as real time would.
    private func advance(by seconds: TimeInterval) async throws {
        await settle()
        let end = clock.now + seconds
        var steps = 0
        while let moment = clock.nextMoment(through: end) {
            // An alarm that is always set again for the same moment must not keep the caller waiting for ever.
            steps = moment > clock.now ? 0 : steps + 1
            if steps > 1000 {
                throw BusError.invalidArguments(
                    "the test clock cannot advance: an alarm is set for the same moment again and again.")
            }
            clock.advance(to: moment)
            await settle()
        }
        clock.advance(to: end)
    }

    /// Waits until the requests that fell due are handed to the notification server and stored.
    private func settle() async {
        let end = ContinuousClock.now + Self.patience
        var calm = 0
        // The agent must be idle at two checks in a row: by the second check, a task that was just created has begun.
        while calm < 2, ContinuousClock.now < end {
            if await isIdle() {
                calm += 1
                await withCheckedContinuation { turn in loop.perform { turn.resume() } }
            } else {
                calm = 0
                try? await Task.sleep(for: .microseconds(200))
            }
        }
    }

    private static func checked(_ seconds: Double) throws -> TimeInterval {
        guard seconds.isFinite, (0...longest).contains(seconds) else {
            throw BusError.invalidArguments("seconds is \(seconds); it must be from 0 to \(longest).")
        }
        return seconds
    }

    private static func date(_ text: String) throws -> Date {
        guard let date = TestClock.date(text) else {
            throw BusError.invalidArguments(
                "\"\(text)\" is not a time: give RFC 3339 with an offset, or @ and Unix seconds.")
        }
        return date
    }
}

extension TestClock {
    /// Parses a date in RFC 3339 with an offset, or as `@` and Unix seconds; nil for any other text.
    package static func date(_ text: String) -> Date? {
        guard text.hasPrefix("@") else { return Date(rfc3339: text) }
        let seconds = Double(text.dropFirst())
        return seconds.flatMap { abs($0) < 1e11 ? Date(timeIntervalSince1970: $0) : nil }
    }
}
