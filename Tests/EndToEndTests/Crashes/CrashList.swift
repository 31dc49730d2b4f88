// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import TestSupport

/// The agent's lists, as an idle agent returns them.
struct CrashList {
    /// One row of a list.
    struct Row: Equatable, CustomStringConvertible {
        let title: String
        /// The due date in seconds of the test clock.
        let due: Double
        /// The time at which a delivered one fired.
        let date: Double
        /// The paths of the copies of its pictures.
        var copies: [String] = []

        /// Whether the row has this draft.
        var hasItsPicture: Bool {
            copies.count == 1 && FileManager.default.contents(atPath: copies[0]) == Samples.png
        }

        func isNear(_ title: String, _ due: Double) -> Bool { self.title == title && abs(self.due - due) < 0.001 }

        var description: String { "\(title) of \(due)" }
    }

    /// The rows by identifier.
    let pending: [String: [Row]]
    let delivered: [String: [Row]]
    /// The pending requests of the application with the digests.
    let pendingDigests: [String: [Row]]
    /// The version of the categories.
    let categories: Int

    init(of agent: TestAgent) async throws {
        try await agent.clock.advance(0)
        pending = Self.rows(try await agent.proxy().pending(), "nextTriggerDateUnix")
        delivered = Self.rows(try await agent.proxy().delivered(), "dueUnix")
        pendingDigests = Self.rows(try await agent.proxy(CrashDigests.app).pending(), "nextTriggerDateUnix")
        let labels = try await agent.proxy().categories().first?["actions"]?.array?.compactMap {
            $0.properties?["identifier"]?.string
        }
        categories = labels?.last.flatMap { Int($0.dropFirst()) } ?? 0
    }

    /// The paths of the copies of all pictures.
    var copies: Set<String> { Set([pending, delivered].flatMap(\.values).joined().flatMap(\.copies)) }

    private static func rows(_ list: [[String: Value]], _ date: String) -> [String: [Row]] {
        Dictionary(grouping: list) { $0["identifier"]?.string ?? "" }.mapValues { rows in
            rows.map {
                Row(
                    title: $0["title"]?.string ?? "", due: $0[date]?.double ?? .nan,
                    date: $0["dateUnix"]?.double ?? .nan,
                    copies: ($0["attachments"]?.array ?? []).compactMap { $0.properties?["url"]?.string })
            }
        }
    }
}
