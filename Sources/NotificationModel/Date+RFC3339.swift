// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

extension Date {
    /// The date as RFC 3339 in whole seconds with the zone's offset: `2026-11-24T09:00:00+01:00`, `Z` for none.
    ///
    /// Of the Gregorian calendar also before there was one, as ISO 8601 wants it; Foundation's own text is of the Julian.
    package func rfc3339(in timeZone: TimeZone) -> String {
        let seconds = timeZone.secondsFromGMT(for: self)
        // Zones of long ago have offsets that RFC 3339 has no text for.
        guard seconds % 60 == 0 else { return rfc3339(in: .gmt) }
        func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        let minutes = abs(seconds) / 60
        let offset = (seconds < 0 ? "-" : "+") + digits(minutes / 60) + ":" + digits(minutes % 60)
        return "\(LocalTime(self, in: timeZone))\(seconds == 0 ? "Z" : offset)"
    }
}
