// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

extension RecurrenceRule {
    /// The first occurrence after `date`.
    ///
    /// Rules in days or longer units name an hour: they fire after a gap and once in a fold, and skip a day that
    /// the zone skipped. Shorter ones fire in both passes of a fold and not in a gap.
    ///
    /// - Parameters:
    ///   - date: Never returned itself.
    ///   - anchor: The start, for a rule without one.
    ///   - zone: For a rule without a zone of its own.
    /// - Returns: Nil when the rule has ended, or matches no more.
    func nextDate(after date: Date, anchoredAt anchor: Date, in zone: TimeZone) -> Date? {
        let zone = timeZone ?? zone
        let start = start ?? .instant(anchor)
        let origin = start.local(in: zone)
        var earliest = date
        if case .instant(let start) = start { earliest = max(date, start - 1) }
        let next =
            frequency >= .daily
            ? LocalTime.nextNamed(after: earliest, in: zone, skipsMissingDays: true) {
                occurrences(startingAt: origin, from: $0)
            }
            : LocalTime.nextUnnamed(after: earliest, in: zone) { occurrences(startingAt: origin, from: $0) }
        guard let next else { return nil }
        if case .until(.instant(let last)) = end, next > last { return nil }
        return next
    }
}
