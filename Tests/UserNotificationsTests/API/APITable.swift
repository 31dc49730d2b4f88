// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A table of the folder `Fixtures`: `un-api.tsv` is the whole surface of Apple's module, one row a member.
struct APITable {
    struct Row: Hashable, CustomStringConvertible {
        let type: String
        let spelling: String
        /// The columns after the spelling.
        let rest: [String]

        var key: String { "\(type)\t\(spelling)" }
        var description: String { "\(type): \(spelling)" }

        /// `Type.member`, or the name alone of a declaration outside of types.
        var member: String {
            let pattern = /\b(?:class|struct|enum|protocol|let|var|func)\s+(\w+)|^\w*\s*(init)\b|\((\w+)\)$/
            guard let match = spelling.replacing("class func", with: "func").firstMatch(of: pattern) else {
                return type
            }
            let name = String(match.output.1 ?? match.output.2 ?? match.output.3 ?? "")
            return type.hasPrefix("(") || name == type ? name : "\(type).\(name)"
        }

        /// The raw value, default or constant that the row contains; nil if it has none.
        var expectation: String? {
            let text = rest.joined(separator: "\t")
            if let shift = text.firstMatch(of: /rawValue 1<<\d+ = (\d+)/) { return String(shift.output.1) }
            if let raw = text.firstMatch(of: /rawValue (\d+)/) { return String(raw.output.1) }
            if let value = text.firstMatch(of: /value "([^"]+)"/) { return String(value.output.1) }
            if text.contains("value assumed equal to its name") {
                return spelling.firstMatch(of: /let (\w+)/).map { String($0.output.1) }
            }
            guard let last = rest.last, type.hasSuffix("NotificationContent") else { return nil }
            return last.firstMatch(of: /^default (""|\[\]|\[:\]|nil|\d+|\.\w+)/).map { String($0.output.1) }
        }
    }

    let rows: [Row]

    /// Reads a table; its first line names the columns, `spelling` is the index of the one with Swift's spelling.
    init(_ name: String, spelling: Int) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(components: "Fixtures", name)
        rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            try #require(columns.count > spelling, "\(line)")
            return Row(type: columns[0], spelling: columns[spelling], rest: Array(columns[(spelling + 1)...]))
        }
    }
}
