// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import Triggers

/// Dates as text for people and programs: English, the same in every locale.
package enum DateText {
    /// Returns `Tue 2026-11-24 09:00 CET (in 2 d 23 h)`; seconds only if they are not 0.
    package static func describe(_ date: Date, now: Date, in timeZone: Zone) -> String {
        "\(absolute(date, in: timeZone)) (\(relative(date, now: now)))"
    }

    /// Returns `Tue 2026-11-24 09:00 CET`.
    package static func absolute(_ date: Date, in timeZone: Zone) -> String {
        let local = LocalTime(date, in: timeZone)
        return "\(weekdays[local.weekday - 1]) \(local.text) \(ZoneAbbreviation.text(of: timeZone, at: date))"
    }

    private static let weekdays = CalendarWords.weekdays.map(\.capitalized)

    /// Returns `in 2 d 23 h`, `12 min ago` or `now`: the two largest units, rounded down.
    package static func relative(_ date: Date, now: Date) -> String {
        let difference = date.timeIntervalSince(now)
        guard difference.isFinite, abs(difference) < 1e12 else { return "never" }
        let seconds = Int(abs(difference).rounded())
        let sign = { (text: String) in difference > 0 ? "in \(text)" : "\(text) ago" }
        let days = (Double(seconds) / 86_400).rounded()
        let years = ((days + 0.5) / 365.2425).rounded(.down)
        if years >= 1 {
            let rest = Int(days - (years * 365.2425).rounded())
            return sign("\(Int(years)) y" + (rest > 0 ? " \(rest) d" : ""))
        }
        let units = [(86_400, "d"), (3600, "h"), (60, "min"), (1, "s")]
        guard let largest = units.firstIndex(where: { seconds >= $0.0 }) else { return "now" }
        var rest = seconds
        var parts: [String] = []
        for (size, name) in units[largest...].prefix(2) {
            if rest / size > 0 { parts.append("\(rest / size) \(name)") }
            rest %= size
        }
        return sign(parts.joined(separator: " "))
    }
}
