// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import ReminderFiles
import Testing
import TimeExpressions
import Triggers

/// Friday 2027-12-17, 12:00 in Berlin.
let noon = Date(rfc3339: "2027-12-17T12:00:00+01:00") ?? Date(timeIntervalSince1970: 0)
let berlin = Zone(identifier: "Europe/Berlin") ?? .gmt

/// Reads a text as a file.
func reading(
    _ text: String, as format: ReminderFormat? = nil, name: String = "", user: String = "ann"
) throws -> ReminderFile {
    try ReminderFile(
        Array(text.utf8), as: format, of: .init(name: name, user: user),
        TimeExpression.Context(now: noon, timeZone: berlin))
}

extension FileReminder {
    /// The next dates on Berlin's clock, such as `2027-12-24 18:00`.
    func dates(_ count: Int = 1) -> [String] {
        var (dates, date): ([String], Date) = ([], noon)
        while dates.count < count, let next = trigger.nextDate(after: date, anchoredAt: noon, in: berlin) {
            dates.append(
                "\(LocalTime(next, in: berlin).description.prefix(16))".split(separator: "T").joined(separator: " "))
            date = next
            if !trigger.repeats { break }
        }
        return dates
    }
}
