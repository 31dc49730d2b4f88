// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// When what fails again and again is worth a line in the log: at first, then ever more seldom.
package struct LogThrottle: Hashable, Sendable {
    /// Seconds from the first line to the second; each pause after that is twice as long, up to the longest.
    static let shortestPause: TimeInterval = 60
    static let longestPause: TimeInterval = 3600

    /// How often it has failed in a row.
    package private(set) var count = 0
    private var next: TimeInterval = 0
    private var pause = shortestPause

    package init() {}

    /// It has failed once more.
    ///
    /// - Parameter sinceBoot: A clock that nobody sets, in seconds.
    /// - Returns: Whether to say so.
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

    /// It works.
    ///
    /// - Returns: How often it had failed; nil where it had not.
    package mutating func end() -> Int? {
        defer { self = LogThrottle() }
        return count == 0 ? nil : count
    }
}
