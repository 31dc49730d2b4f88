// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

extension Date {
    /// The date as RFC 3339 in whole seconds with the zone's offset: `2026-11-24T09:00:00+01:00`, `Z` for none.
    ///
    /// Of the Gregorian calendar also before there was one, as ISO 8601 wants it; Foundation's own text is of the Julian.
    package func rfc3339(in timeZone: Zone) -> String {
        let seconds = timeZone.secondsFromGMT(for: self)
        // Zones of long ago have offsets that RFC 3339 has no text for.
        guard seconds % 60 == 0 else { return rfc3339(in: .gmt) }
        return "\(LocalTime(self, in: timeZone))\(UTCOffset.text(seconds, zero: "Z"))"
    }
}
