// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import ICalendar
import SettingsFile
import Triggers

/// A calendar file (`.ics`) whose events of whole days are holidays.
package enum HolidayFile {
    /// Number of years to read after the present year; the year before the present year is read, too.
    private static let years = 10
    /// Largest number of holidays in one file; each occurrence of a repeating event counts.
    private static let most = 20_000
    /// Largest time for which one file is read.
    private static let longest = Duration.seconds(2)
    private static let largest = 16 << 20

    /// Reads the holidays from the last year up to ten years ahead, as numbers of days since 1970-01-01.
    ///
    /// Events with a time of day, tasks and cancelled events are no holidays.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - now: The present date.
    /// - Returns: The days, which are nil for a file that can't be read, and the problem with the file; if only some
    ///   lines can't be read, there are both days and a problem.
    package static func read(_ path: String, at now: Date) -> (days: Set<Int>?, problem: String?) {
        do {
            guard let data = try SettingsFile.data(of: path, atMost: largest) else {
                return (nil, "\(path) is missing")
            }
            guard CalendarFile.recognizes(data) else { return (nil, "\(path) is not an iCalendar file") }
            let file = CalendarFile(Array(data))
            let (days, isCut) = days(of: file, at: now)
            if isCut {
                return (days, "\(path) has over \(most) holidays, or takes over two seconds; later ones are left out")
            }
            return (days, file.problems.first.map { "\(path): line \($0.line): \($0.message)" })
        } catch {
            return (nil, "\(error)")
        }
    }

    private static func days(of file: CalendarFile, at now: Date) -> (Set<Int>, isCut: Bool) {
        let year = LocalTime(now, in: .gmt).civil.year
        guard let first = LocalTime(year: year - 1, month: 1, day: 1)?.dayNumber,
            let end = LocalTime(year: year + years + 1, month: 1, day: 1)?.dayNumber
        else { return ([], false) }
        let deadline = ContinuousClock.now + longest
        var (days, count): (Set<Int>, Int) = ([], 0)
        for event in file.events where event.isAllDay && event.kind == .event && event.end == nil {
            var beginnings = Beginnings(of: event, from: first - min(event.dayCount, 366), before: end)
            while let day = beginnings.next() {
                days.formUnion((day..<day + event.dayCount).clamped(to: first..<end))
                count += 1
                guard count <= most, ContinuousClock.now < deadline else { return (days, true) }
            }
        }
        return (days, false)
    }
}

/// The days on which an event of whole days begins, as numbers since 1970-01-01.
private struct Beginnings {
    private let trigger: Trigger?
    private let end: Int
    private var single: Int?
    private var last: Date

    /// Prepares the search for the days of an event from `first` on, before `end`.
    init(of event: CalendarEvent, from first: Int, before end: Int) {
        trigger = event.recurrence().map { .rule($0) }
        single = trigger == nil ? event.start.dayNumber : nil
        (self.end, last) = (end, Self.date(first) - 1)
    }

    mutating func next() -> Int? {
        guard let trigger else { return single.take() }
        guard let next = trigger.nextDate(after: last, anchoredAt: last, in: .gmt), next < Self.date(end) else {
            return nil
        }
        let day = LocalTime(next, in: .gmt).dayNumber
        // A rule may have many occurrences in a day, so the search continues on the next day.
        last = max(next, Self.date(day + 1) - 1)
        return day
    }

    private static func date(_ day: Int) -> Date { Date(timeIntervalSince1970: Double(day) * 86_400) }
}
