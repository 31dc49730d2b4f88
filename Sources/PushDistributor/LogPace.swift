// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A limit of one log line an hour about faults of other programs, which could otherwise fill the log.
struct LogPace: Hashable, Sendable {
    static let interval = Duration.seconds(3600)

    private var last: ContinuousClock.Instant?
    private var count = 0

    /// Counts events that are to be logged; their number may be 0.
    ///
    /// - Returns: The number of events that the next log line reports; nil while no line is due.
    mutating func add(_ number: Int = 1, at now: ContinuousClock.Instant) -> Int? {
        count += number
        guard count > 0, last.map({ now - $0 >= Self.interval }) ?? true else { return nil }
        defer { (last, count) = (now, 0) }
        return count
    }
}
