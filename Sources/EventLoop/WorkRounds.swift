// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The state of work that is done in rounds: a change during a round has it repeated.
package struct WorkRounds: Sendable {
    private enum Phase { case idle, underWay, repeated }

    private var phase = Phase.idle

    package init() {}

    package var isIdle: Bool { phase == .idle }

    /// Begins a round, or has the present one repeated.
    ///
    /// - Returns: Whether the caller must start the work.
    package mutating func begin() -> Bool {
        guard phase == .idle else {
            phase = .repeated
            return false
        }
        phase = .underWay
        return true
    }

    /// Has the present round repeated; does nothing without one.
    package mutating func again() {
        if phase == .underWay { phase = .repeated }
    }

    /// Ends a round.
    ///
    /// - Returns: Whether another round follows at once.
    package mutating func end() -> Bool {
        phase = phase == .repeated ? .underWay : .idle
        return phase == .underWay
    }
}
