// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// Recent ends of servers, and the occurrences that may have caused them.
///
/// Pictures and texts have ended servers before (quirk 46): what is shown to each next one would end them all.
package struct ServerCrashes {
    private var dates: [TimeInterval] = []
    /// Number of servers that ended while the occurrence was being sent to them.
    private var counts: [Int64: Int] = [:]
    /// Number of times that a server which ends when it shows nothing has ended too early with the occurrence.
    private var departures: [Int64: Int] = [:]

    package init() {}

    /// So many within so many seconds are no accident.
    static let limit = 3
    private static let seconds: TimeInterval = 60

    /// A server went; `sending` are those that it had not named.
    package mutating func note(at now: TimeInterval, sending: Set<Int64>) {
        dates = (dates.filter { now - $0 < Self.seconds } + [now]).suffix(Self.limit)
        counts = Dictionary(uniqueKeysWithValues: sending.map { ($0, counts[$0, default: 0] + 1) })
    }

    /// Records that the occurrence was shown and the server still runs.
    package mutating func survived(_ id: Int64) { counts[id] = nil }

    /// Notes that a server has ended with what was to stay.
    ///
    /// - Returns: How often one had done so before.
    mutating func noteDeparture(with id: Int64, limit: Int) -> Int {
        let count = departures[id, default: 0]
        if departures.count >= limit { departures = [:] }
        departures[id] = count + 1
        return count
    }

    /// Servers go one after another: what a former one showed is not to be put before the next.
    package func isLoop(at now: TimeInterval) -> Bool {
        dates.count { now - $0 < Self.seconds } >= Self.limit
    }

    /// Some were on their way when the last server went, not long ago, and have not been shown since.
    package func hasSuspects(at now: TimeInterval) -> Bool {
        !counts.isEmpty && dates.contains { now - $0 < Self.seconds }
    }

    /// Whether so many servers went with it in hand that the next one is spared it.
    package func isGuilty(_ id: Int64) -> Bool { count(of: id) >= Self.limit }

    /// Returns the number of servers that ended while they handled it, one after the other.
    package func count(of id: Int64) -> Int { counts[id, default: 0] }
}
