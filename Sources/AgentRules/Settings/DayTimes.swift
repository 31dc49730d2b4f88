// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import SettingsFile
import TimeExpressions

/// The times that the person means by parts of the day: `[times]` of `config.toml`.
///
///     [times]
///     morning = "08:00"                       # also afternoon, evening, night and endOfDay
struct DayTimes: SettingsTable {
    var parts = PartsOfDay()

    static let keys: SettingsKeys<Self> = [
        "morning": time(.morning), "afternoon": time(.afternoon), "evening": time(.evening), "night": time(.night),
        "endOfDay": time(.endOfDay),
    ]

    /// Reads the time of one part of the day; a time outside of that part, such as an evening at 09:00, is refused.
    private static func time(_ part: PartsOfDay.Part) -> SettingsKeyReader<Self> {
        { settings, value, name in
            guard let seconds = value.string.flatMap(QuietHours.seconds), part.hours.contains(seconds / 3600) else {
                let (first, last) = (part.hours.lowerBound, part.hours.upperBound - 1)
                throw SettingsProblem(
                    "\(name) must be a time such as \"\(QuietHours.text(PartsOfDay()[part]))\", "
                        + "from \(QuietHours.text(first * 3600)) to \(QuietHours.text(last * 3600 + 59 * 60))")
            }
            settings.parts[part] = seconds
        }
    }
}
