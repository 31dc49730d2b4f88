// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A clock that never makes its caller wait: a sleep moves the clock to the end of the sleep.
final class SkippingClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        let offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private struct State {
        var now = Instant(offset: .zero)
        var events: [(moment: Duration, act: @Sendable () async throws -> Void)] = []
    }

    private let state = Mutex(State())
    let minimumResolution = Duration.zero

    var now: Instant { state.withLock { $0.now } }
    /// The time that has passed on this clock.
    var elapsed: Duration { now.offset }

    /// Runs an action after this much time on the clock. The caller that sleeps then waits for the action, and gets its
    /// error.
    func at(_ moment: Duration, _ act: @escaping @Sendable () async throws -> Void) {
        state.withLock { $0.events.append((moment, act)) }
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let due = state.withLock { state in
            state.now = max(state.now, deadline)
            defer { state.events.removeAll { $0.moment <= state.now.offset } }
            return state.events.filter { $0.moment <= state.now.offset }
        }
        for event in due { try await event.act() }
    }
}
