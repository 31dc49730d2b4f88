// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import Triggers

/// Parses an RFC 3339 date of a table.
func moment(_ text: String, at location: SourceLocation = #_sourceLocation) throws -> Date {
    try #require(Date(rfc3339: text), "\(text) is not RFC 3339", sourceLocation: location)
}

/// Parses a zone of a table.
func zone(_ identifier: String) throws -> Zone { try #require(Zone(identifier: identifier)) }

/// Parses a calendar trigger of a table: `month=2 day=29 hour=9 calendar=hebrew timeZone=Asia/Tokyo`.
func components(_ text: String) throws -> CalendarComponents {
    let pairs = text.split(separator: " ").map { word -> String in
        let halves = word.split(separator: "=")
        let isNumber = Int(halves[1]) != nil || halves[1] == "true" || halves[1] == "false"
        return "\"\(halves[0])\":" + (isNumber ? String(halves[1]) : "\"\(halves[1])\"")
    }
    let json = #"{"dateComponents":{\#(pairs.joined(separator: ","))}}"#
    guard case .calendar(let components, _) = try JSONDecoder().decode(Trigger.self, from: Data(json.utf8)) else {
        throw Refusal.invalidTrigger("not a calendar trigger")
    }
    return components
}

extension Trigger {
    /// The next `count` dates after a moment, as texts in a zone.
    func dates(_ count: Int, after start: String, in timeZone: Zone) throws -> [String] {
        var dates: [Date] = []
        let anchor = try moment(start)
        while dates.count < count, let next = nextDate(after: dates.last ?? anchor, anchoredAt: anchor, in: timeZone) {
            dates.append(next)
        }
        return dates.map { $0.rfc3339(in: timeZone) }
    }
}

/// Rows of a test: one a line, columns separated by `|`, comments after `//`.
struct Table: Collection, Sendable {
    private let rows: [[String]]

    init(_ text: String) {
        rows = text.split(separator: "\n").compactMap { line in
            let columns = line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
            return line.hasPrefix("//") ? nil : columns
        }
    }

    var startIndex: Int { 0 }
    var endIndex: Int { rows.count }
    func index(after index: Int) -> Int { index + 1 }
    subscript(index: Int) -> [String] { rows[index] }
}

/// The list of dates in a column; `-` is none.
func list(_ column: String) -> [String] { column == "-" ? [] : column.split(separator: ", ").map(String.init) }
