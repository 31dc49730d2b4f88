// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import Triggers

extension Trigger {
    /// Returns the trigger in plain English: `every weekday 09:30`, `in 10m`, `when you arrive at home`.
    ///
    /// ``TimeExpression/parse(_:_:)`` parses the text as a trigger with the same dates, also at a later moment. The
    /// parser refuses the text of a trigger that the grammar has no words for, such as a crontab line with many times a
    /// day. Only the text of an interval counts from the moment of parsing.
    ///
    /// `added` is when the request was added: rules without a start count from then. `zone` is the person's zone.
    package func words(addedAt added: Date, in zone: Zone) -> String {
        switch self {
        case .timeInterval(let interval, let repeats):
            return (repeats ? "every " : "in ") + Span(seconds: interval.timeInterval).text
        case .calendar(let components, let repeats): return ComponentWords(components).text(repeats: repeats)
        case .rule(let set): return RecurrenceWords(set, addedAt: added, in: zone).text
        case .sun(let sun): return sun.words
        case .region(let region, let repeats, let until):
            let end = until.map { " until \(LocalTime($0, in: zone).untilText)" } ?? ""
            return (repeats ? region.textOfEach : region.text) + end
        }
    }
}

extension Region {
    /// The condition of a trigger that repeats, in words, such as `each time you arrive at home`.
    fileprivate var textOfEach: String {
        text.hasPrefix("when ") ? "each time " + text.dropFirst("when ".count) : text
    }
}

extension Zone {
    /// The words for the zone, to be appended to those for a time: ` UTC`, ` Europe/Berlin`.
    var suffix: String { self == .gmt || identifier == "UTC" ? " UTC" : " \(identifier)" }
}

extension LocalTime {
    /// The text of a repetition's end: only the date for the last second of a day, as the whole day is meant.
    var untilText: String { secondOfDay == 86_399 ? dateText : text }
}

/// Lists in English.
enum WordList {
    /// Returns `a`, `a and b` or `a, b and c`.
    static func text(_ items: [String]) -> String {
        guard items.count > 1, let last = items.last else { return items.first ?? "" }
        return items.dropLast().joined(separator: ", ") + " and \(last)"
    }

    /// Returns the first items and the number of the others: `a, b and 3 more dates`.
    static func text(_ items: [String], atMost most: Int, of noun: String) -> String {
        guard items.count > most else { return text(items) }
        return items.prefix(most - 1).joined(separator: ", ") + " and \(items.count - most + 1) more \(noun)"
    }
}
