// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import TestSupport

/// The comparison of the messages that were sent with the notifications that were shown.
struct PushAccount {
    /// The result of a run.
    struct Verdict: Hashable {
        /// The messages that no server has shown.
        var lost: [String] = []
        /// The notifications that one server has shown twice, which no death explains.
        var doubled: [String] = []
        /// The notifications that nobody has sent.
        var strange: [String] = []
        /// Second showings on the same server, because the agent died before the first one's number was on disk.
        var inWindow = 0
        /// Showings on another server, because the server before had ended.
        var again = 0
        /// Notifications that another agent has redrawn in their place.
        var redrawn = 0
    }

    /// The titles of the messages that a push server has accepted.
    var sent: Set<String> = []
    /// The times at which the number of a notification came to the disk, by the request's identifier.
    private var numbered: [String: [Date]] = [:]
    private var titles: [String: String] = [:]
    private var cursor: Int64 = 0

    /// Largest number of events in a reply.
    private static let page = 1000

    init() {}

    /// Makes an account for a test of this type; the times are by title.
    init(sent: Set<String>, numbered: [String: [Date]]) {
        (self.sent, self.numbered) = (sent, numbered)
        for title in numbered.keys { titles[title] = title }
    }

    /// Reads the agent's log and list, which survive the agents.
    mutating func read(_ agent: TestAgent) async throws {
        var count = 0
        repeat {
            let events = try await agent.proxy().log([
                "since": .int64(cursor), "limit": .uint32(UInt32(Self.page)),
            ])
            for event in events {
                guard case .int64(let place)? = event["cursor"], let identifier = event["identifier"]?.string,
                    let date = event["dateUnix"]?.double
                else { continue }
                cursor = max(cursor, place)
                guard event["kind"]?.string == "shown" else { continue }
                numbered[identifier, default: []].append(Date(timeIntervalSince1970: date))
            }
            count = events.count
        } while count == Self.page
        for row in try await agent.proxy().delivered() {
            if let identifier = row["identifier"]?.string { titles[identifier] = row["title"]?.string }
        }
    }

    func verdict(on showings: [PushScreen.Showing]) -> Verdict {
        var verdict = Verdict()
        let shown = Dictionary(grouping: showings, by: \.title)
        verdict.lost = sent.filter { shown[$0] == nil }.sorted()
        verdict.strange = shown.keys.filter { !sent.contains($0) }.sorted()
        var dates: [String: [Date]] = [:]
        for (identifier, times) in numbered { dates[titles[identifier] ?? "", default: []] += times }
        for (title, showings) in shown {
            for (index, showing) in showings.enumerated().dropFirst() {
                let former = showings[..<index].filter { $0.life == showing.life }
                guard let last = former.last else {
                    verdict.again += 1
                    continue
                }
                let isNumbered = dates[title, default: []].contains { last.date <= $0 && $0 < showing.date }
                let isAnother = last.sender != showing.sender
                if isAnother, former.contains(where: { $0.number == showing.replaces }) {
                    verdict.redrawn += 1
                } else if isAnother, showing.replaces == 0, !isNumbered {
                    verdict.inWindow += 1
                } else {
                    verdict.doubled.append(title)
                }
            }
        }
        verdict.doubled.sort()
        return verdict
    }
}
