// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// The lists of the agent, as it answers when nothing is under way.
struct CrashList {
    /// One row of a list.
    struct Row: Equatable, CustomStringConvertible {
        let title: String
        /// In seconds of the test clock.
        let due: Double

        func isNear(_ title: String, _ due: Double) -> Bool { self.title == title && abs(self.due - due) < 0.001 }

        var description: String { "\(title) of \(due)" }
    }

    /// By identifier.
    let pending: [String: [Row]]
    let delivered: [String: [Row]]

    init(pending: [[String: Value]], delivered: [[String: Value]]) {
        self.pending = Self.rows(pending, "nextTriggerDateUnix")
        self.delivered = Self.rows(delivered, "dueUnix")
    }

    private static func rows(_ list: [[String: Value]], _ date: String) -> [String: [Row]] {
        Dictionary(grouping: list) { $0["identifier"]?.string ?? "" }.mapValues { rows in
            rows.map { Row(title: $0["title"]?.string ?? "", due: $0[date]?.double ?? .nan) }
        }
    }
}
