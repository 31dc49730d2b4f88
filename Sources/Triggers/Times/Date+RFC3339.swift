// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

extension Date {
    /// Returns the date in RFC 3339 with the zone's offset: `2026-11-24T09:00:00+01:00`, or `Z` for UTC.
    ///
    /// Dates before 1582 are in the proleptic Gregorian calendar (ISO 8601); Foundation writes them in the Julian one.
    package func rfc3339(in timeZone: Zone) -> String {
        let seconds = timeZone.secondsFromGMT(for: self)
        // Past offsets may have seconds, which RFC 3339 can't express: such a date is written in UTC.
        guard seconds % 60 == 0 else { return rfc3339(in: .gmt) }
        return "\(LocalTime(self, in: timeZone))\(UTCOffset.text(seconds, zero: "Z"))"
    }
}

/// Time zone offsets as text.
package enum UTCOffset {
    /// Returns an offset in seconds as `+01:00`; offsets of the past may have seconds too.
    ///
    /// Offsets east of Greenwich are positive; `zero` is the text for no offset.
    package static func text(_ seconds: Int, zero: String = "+00:00") -> String {
        guard seconds != 0 else { return zero }
        let size = abs(seconds)
        return (seconds < 0 ? "-" : "+") + (size / 3600).padded() + ":" + (size / 60 % 60).padded()
            + (size % 60 == 0 ? "" : ":" + (size % 60).padded())
    }
}
