// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// Recent exits of notification servers, and the occurrences that may have caused them.
///
/// Pictures and texts have crashed servers (quirk 46 of `quirks.tsv`); presented to each next server, such a
/// notification would crash all of them.
package struct ServerCrashes {
    private var dates: [TimeInterval] = []
    /// The number of servers that exited while they handled the occurrence.
    private var counts: [Int64: Int] = [:]
    /// The number of servers that closed the occurrence's notification too soon and exited, with nothing else to show.
    private var departures: [Int64: Int] = [:]

    package init() {}

    /// The number of crashes, within ``seconds``, that counts as a loop.
    static let limit = 3
    private static let seconds: TimeInterval = 60

    /// Notes that a server has exited; `sending` has the occurrences whose numbers the server had not returned.
    package mutating func note(at now: TimeInterval, sending: Set<Int64>) {
        dates = (dates.filter { now - $0 < Self.seconds } + [now]).suffix(Self.limit)
        counts = Dictionary(uniqueKeysWithValues: sending.map { ($0, counts[$0, default: 0] + 1) })
    }

    /// Records that the occurrence was shown and the server still runs.
    package mutating func survived(_ id: Int64) { counts[id] = nil }

    /// Notes that a server has exited with an occurrence that was to stay on the screen.
    ///
    /// - Returns: The number of earlier exits of this kind with the same occurrence.
    mutating func noteDeparture(with id: Int64, limit: Int) -> Int {
        let count = departures[id, default: 0]
        if departures.count >= limit { departures = [:] }
        departures[id] = count + 1
        return count
    }

    /// Whether servers exit one after another. If so, notifications of a former server are not presented to the next.
    package func isLoop(at now: TimeInterval) -> Bool { dates.count { now - $0 < Self.seconds } >= Self.limit }

    /// Whether calls were in flight when a server exited recently, and their notifications have not been shown since.
    package func hasSuspects(at now: TimeInterval) -> Bool {
        !counts.isEmpty && dates.contains { now - $0 < Self.seconds }
    }

    /// Whether so many servers exited while they handled the occurrence that the next server does not get it.
    package func isGuilty(_ id: Int64) -> Bool { count(of: id) >= Self.limit }

    /// Returns the number of servers in a row that exited while they handled the occurrence.
    package func count(of id: Int64) -> Int { counts[id, default: 0] }
}
