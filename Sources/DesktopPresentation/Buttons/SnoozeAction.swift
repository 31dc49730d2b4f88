// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import TimeExpressions
package import Triggers

/// The built-in snooze buttons: their identifiers and dates.
package enum SnoozeAction {
    /// Returns the action identifier of a snooze button, such as `snooze:5m`, for callers that wait for a response.
    package static func identifier(_ words: String) -> String { "snooze:\(words)" }

    /// Returns the date until which a request is snoozed.
    ///
    /// - Throws: ``NotificationModel/Refusal`` with the sentence of the parser of times.
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
