// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// A limit on how often a repeated failure is logged: the first time, then at growing intervals.
package struct LogThrottle: Hashable, Sendable {
    /// Seconds from the first log line to the second; each later interval is twice as long, up to `longestPause`.
    static let shortestPause: TimeInterval = 60
    static let longestPause: TimeInterval = 3600

    /// The number of failures since the last success.
    package private(set) var count = 0
    private var next: TimeInterval = 0
    private var pause = shortestPause

    package init() {}

    /// Counts one more failure.
    ///
    /// - Parameter sinceBoot: Seconds since boot, on a clock that nobody sets.
    /// - Returns: Whether to log this failure.
    package mutating func isDue(at sinceBoot: TimeInterval) -> Bool {
        count += 1
        guard count > 1 else {
            next = sinceBoot + Self.shortestPause
            return true
        }
        guard sinceBoot >= next else { return false }
        pause = min(pause * 2, Self.longestPause)
        next = sinceBoot + pause
        return true
    }

    /// Ends the series of failures after a success.
    ///
    /// - Returns: The number of failures in the series; nil if there was none.
    package mutating func end() -> Int? {
        defer { self = LogThrottle() }
        return count == 0 ? nil : count
    }
}
