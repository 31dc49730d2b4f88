// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import TimeExpressions
package import Triggers

/// The built-in snooze buttons: their identifiers and dates.
package enum SnoozeAction {
    /// Returns the identifier that callers waiting for a response get, such as `snooze:5m`.
    package static func identifier(_ words: String) -> String { "snooze:\(words)" }

    /// Returns the date until which a request is snoozed.
    ///
    /// - Throws: ``NotificationModel/Refusal`` with the parser's sentence.
    package static func date(
        _ words: String, now: Date, in timeZone: Zone, partsOfDay: PartsOfDay = PartsOfDay()
    ) throws -> Date {
        do {
            return try TimeExpression.parseAt(words, .init(now: now, timeZone: timeZone, partsOfDay: partsOfDay))
                .nextDate
        } catch {
            throw Refusal.invalidRequest("snooze: \(error.message)")
        }
    }
}
