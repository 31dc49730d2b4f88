// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import ICalendar
import SettingsFile
import Triggers

/// A calendar file (`.ics`) whose events of whole days are holidays.
package enum HolidayFile {
    /// Days before and after the present one that are read.
    private static let before = 400
    private static let after = 3660
    /// Largest number of holidays in one file.
    private static let most = 20_000
    private static let largest = 16 << 20

    /// Reads the holidays from a year ago up to ten years ahead, as numbers of days since 1970-01-01.
    ///
    /// Events with a time of day, tasks and cancelled events are no holidays.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - now: The present date.
    /// - Returns: The days, and the problem with the file; a file with some lines that can't be read has both.
    package static func read(_ path: String, at now: Date) -> (days: Set<Int>, problem: String?) {
        do {
            guard let data = try SettingsFile.data(of: path, atMost: largest) else { return ([], "\(path) is missing") }
            guard CalendarFile.recognizes(data) else { return ([], "\(path) is not an iCalendar file") }
            let file = CalendarFile(Array(data))
            let (days, isCut) = days(of: file, at: now)
            if isCut { return (days, "\(path) has over \(most) holidays; the rest is left out") }
            return (days, file.problems.first.map { "\(path): line \($0.line): \($0.message)" })
        } catch {
            return ([], "\(error)")
        }
    }

    private static func days(of file: CalendarFile, at now: Date) -> (Set<Int>, isCut: Bool) {
        let today = LocalTime(now, in: .gmt).dayNumber
        let span = today - before...today + after
        var days: Set<Int> = []
        for event in file.events where event.isAllDay && event.kind == .event && event.end == nil {
            for first in firstDays(of: event, in: span) {
                days.formUnion((first..<first + event.dayCount).clamped(to: span.lowerBound..<span.upperBound + 1))
                if days.count > most { return (days, true) }
            }
        }
        return (days, false)
    }

    /// Returns the days on which an event begins, from some days before a span on.
    private static func firstDays(of event: CalendarEvent, in span: ClosedRange<Int>) -> [Int] {
        guard let set = event.recurrence() else { return [event.start.dayNumber] }
        let trigger = Trigger.rule(set)
        var (days, last): ([Int], Date) = ([], date(span.lowerBound - min(event.dayCount, before)) - 1)
        while let next = trigger.nextDate(after: last, anchoredAt: last, in: .gmt), next <= date(span.upperBound) {
            let day = LocalTime(next, in: .gmt).dayNumber
            days.append(day)
            // A rule may have many occurrences in a day.
            last = max(next, date(day + 1) - 1)
        }
        return days
    }

    private static func date(_ day: Int) -> Date { Date(timeIntervalSince1970: Double(day) * 86_400) }
}
