// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// The circuit breakers of applications: an extension that fails too often in a row does not run for a while.
package struct ExtensionBreakers: Sendable {
    /// The failures of an application's extension since its last success.
    private struct Breaker: Sendable {
        var failures = 0
        /// Seconds since boot until which the extension is paused; nil if it is not paused.
        var pausedUntil: TimeInterval?
    }

    /// Failures in a row after which an application's extension does not run for ``pause`` seconds.
    private let failures: Int
    private let pause: TimeInterval
    private var breakers: [String: Breaker] = [:]

    package init(failures: Int = 5, pause: TimeInterval = 600) { (self.failures, self.pause) = (failures, pause) }

    /// Returns the moment, in seconds since boot, until which an application's extension is paused; nil if it is not.
    package func pausedUntil(_ app: String, at now: TimeInterval) -> TimeInterval? {
        breakers[app]?.pausedUntil.flatMap { $0 > now ? $0 : nil }
    }

    mutating func succeed(_ app: String) { breakers[app] = nil }

    /// Counts a failure of an application's extension, and returns whether this failure pauses the extension.
    mutating func fail(_ app: String, at now: TimeInterval) -> Bool {
        // The failure of a run that began before the pause is not counted.
        guard pausedUntil(app, at: now) == nil else { return false }
        var breaker = breakers[app] ?? Breaker()
        if breaker.pausedUntil != nil { breaker = Breaker() }
        breaker.failures += 1
        let isPause = breaker.failures >= failures
        breakers[app] = isPause ? Breaker(failures: 0, pausedUntil: now + pause) : breaker
        return isPause
    }
}
