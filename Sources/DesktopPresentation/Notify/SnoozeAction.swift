// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationModel
import TimeExpressions

/// The built-in snooze buttons: their words and what they mean.
enum SnoozeAction {
    /// What who waits for the answer is told: `snooze:5m`.
    static func identifier(_ words: String) -> String { "snooze:\(words)" }

    /// When a request put off with these words comes back.
    ///
    /// - Throws: ``NotificationModel/Refusal`` with the parser's sentence.
    static func date(_ words: String, now: Date, in timeZone: Zone) throws -> Date {
        do {
            return try TimeExpression.parseSnooze(words, .init(now: now, timeZone: timeZone)).nextDate
        } catch {
            throw Refusal.invalidRequest("snooze: \(error.message)")
        }
    }
}
