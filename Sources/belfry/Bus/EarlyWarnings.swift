// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// The early warnings in a list of pending requests, where each is a request of its own.
struct EarlyWarnings {
    private var leads: [String: [String]] = [:]

    /// Collects the warnings among rows.
    mutating func note(_ rows: [[String: Value]]) {
        for row in rows {
            guard let parent = row["warnsOf"]?.string, let name = row["identifier"]?.string,
                name.hasPrefix(parent + "~")
            else { continue }
            leads[Self.key(parent, row), default: []].append(String(name.dropFirst(parent.count + 1)))
        }
    }

    /// Returns the rows, adding the key `before` to requests with warnings.
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
