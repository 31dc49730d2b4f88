// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

extension Date {
    /// The date as RFC 3339 in whole seconds with the zone's offset: `2026-11-24T09:00:00+01:00`.
    package func rfc3339(in timeZone: TimeZone) -> String {
        formatted(Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: timeZone))
    }
}
