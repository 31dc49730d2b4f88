// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The option `--tz`: the zone of times in words.
struct ZoneOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Times are those of this zone, such as Europe/Berlin; "floating" are those of the zone the person is in \
            (default: $TZ, else floating).
            """, valueName: "zone"))
    var tz: String?

    /// Returns the zone's name; nil for the person's current zone.
    func timeZone() throws -> String? {
        guard let tz else { return try Environment.timeZone() }
        return tz == "floating" ? nil : tz
    }
}
