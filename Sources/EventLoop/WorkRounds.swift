// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The state of work that must run again if something changes while it runs.
package struct WorkRounds: Sendable {
    private enum Phase { case idle, underWay, repeated }

    private var phase = Phase.idle

    package init() {}

    package var isIdle: Bool { phase == .idle }

    /// Begins a run of the work, or requests another run after the current one.
    ///
    /// - Returns: True if the caller must start the work.
    package mutating func begin() -> Bool {
        guard phase == .idle else {
            phase = .repeated
            return false
        }
        phase = .underWay
        return true
    }

    /// Requests another run after the current one; has no effect if the work doesn't run.
    package mutating func again() { if phase == .underWay { phase = .repeated } }

    /// Ends a run of the work.
    ///
    /// - Returns: True if the caller must run the work again at once.
    package mutating func end() -> Bool {
        phase = phase == .repeated ? .underWay : .idle
        return phase == .underWay
    }
}
