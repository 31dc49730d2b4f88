// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// The early warnings among pending requests, which are requests of their own in the agent's list.
struct EarlyWarnings {
    private var leads: [String: [String]] = [:]

    /// Remembers the warnings among these rows.
    mutating func note(_ rows: [[String: Value]]) {
        for row in rows {
            guard let parent = row["warnsOf"]?.string, let name = row["identifier"]?.string,
                name.hasPrefix(parent + "~")
            else { continue }
            leads[Self.key(parent, row), default: []].append(String(name.dropFirst(parent.count + 1)))
        }
    }

    /// The same rows, each request with its warnings as the key `before` that would make them.
    func gathered(in rows: [[String: Value]]) -> [[String: Value]] {
        guard !leads.isEmpty else { return rows }
        return rows.map { row in
            guard row["warnsOf"] == nil, let before = leads[Self.key(row["identifier"]?.string ?? "", row)] else {
                return row
            }
            return row.merging(["before": .strings(before)]) { _, new in new }
        }
    }

    private static func key(_ identifier: String, _ row: [String: Value]) -> String {
        "\(row["app"]?.string ?? "")\0\(identifier)"
    }
}
