// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// A moment in words for people.
package enum DateText {
    /// `Tue 2026-11-24 09:00 CET (in 2 d 23 h)`; seconds only where there are any.
    package static func describe(_ date: Date, now: Date, in timeZone: TimeZone) -> String {
        "\(moment(date, in: timeZone)) (\(relative(date, to: now)))"
    }

    /// `Tue 2026-11-24 09:00 CET`.
    package static func moment(_ date: Date, in timeZone: TimeZone) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second, .weekday], from: date)
        let name = Vocabulary.weekdayNames[((parts.weekday ?? 1) - 1) % 7].capitalized
        let day = CalendarDay.text(parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
        let clock = ClockTime(hour: parts.hour ?? 0, minute: parts.minute ?? 0, second: parts.second ?? 0)
        return "\(name) \(day) \(clock.description) \(ZoneName.abbreviation(of: timeZone, at: date))"
    }

    /// `in 2 d 23 h`, `12 min ago`: the two largest units.
    package static func relative(_ date: Date, to now: Date) -> String {
        let distance = date.timeIntervalSince(now)
        var rest = Int(abs(distance).rounded())
        var words: [String] = []
        for (length, name) in [(86400, "d"), (3600, "h"), (60, "min"), (1, "s")] where rest >= length && words.count < 2
        {
            words.append("\(rest / length) \(name)")
            rest %= length
        }
        if words.isEmpty { return "now" }
        return distance < 0 ? words.joined(separator: " ") + " ago" : "in " + words.joined(separator: " ")
    }
}
