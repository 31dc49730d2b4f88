// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A limit on lines of the log about faults of others, who could fill the log: one line an hour.
struct LogPace: Hashable, Sendable {
    static let interval = Duration.seconds(3600)

    private var last: ContinuousClock.Instant?
    private var count = 0

    /// Adds a number of events, which may be 0.
    ///
    /// - Returns: The number of events that the next line tells of; nil while no line is due.
    mutating func add(_ number: Int = 1, at now: ContinuousClock.Instant) -> Int? {
        count += number
        guard count > 0, last.map({ now - $0 >= Self.interval }) ?? true else { return nil }
        defer { (last, count) = (now, 0) }
        return count
    }
}
