// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import Triggers

/// What a trigger does: its plain form, its next occurrences, and what to know about them.
package struct Explanation: Hashable, Sendable {
    /// One moment at which the trigger fires.
    package struct Occurrence: Hashable, Sendable {
        package let date: Date
        /// `Tue 2026-11-24 09:00 CET`.
        package let text: String
        /// `+01:00`.
        package let offset: String
        /// `in 2 d 23 h`.
        package let relative: String
    }

    /// The plain form, or the trigger's own if it was not written in words.
    package let normalized: String
    /// The zone that the occurrences are shown in: the trigger's own, unless that is UTC, else the person's.
    package let timeZone: Zone
    package let occurrences: [Occurrence]
    /// Sentences: what was assumed, and what DST moves, of the occurrences and in the coming year.
    package let notes: [String]

    /// How far ahead the dates of calendars are listed that are looked up, not reckoned: 200 years.
    private static let longestView: TimeInterval = 200 * 365.2425 * 86_400

    /// Explains words that were read.
    package init(_ expression: TimeExpression, count: Int, _ context: TimeExpression.Context) {
        self.init(
            expression.trigger, normalized: expression.normalized, notes: expression.notesToExplain(context),
            count: count, anchor: context.now, context)
    }

    /// Explains a trigger that was added at `anchor`.
    ///
    /// - Parameters:
    ///   - trigger: What to explain.
    ///   - normalized: Its plain form, where there is one.
    ///   - notes: What else to say.
    ///   - count: How many occurrences; at most 1000.
    ///   - anchor: When the request was added.
    ///   - context: The moment from which to look, and the person's zone.
    package init(
        _ trigger: Trigger, normalized: String? = nil, notes: [String] = [], count: Int, anchor: Date,
        _ context: TimeExpression.Context
    ) {
        let zone = trigger.shownTimeZone ?? context.timeZone
        var dates: [Date] = []
        let last = trigger.isOfOtherCalendar ? context.now + Self.longestView : .distantFuture
        while dates.count < min(count, trigger.repeats ? 1000 : 1), dates.last ?? context.now < last,
            let next = trigger.nextDate(after: dates.last ?? context.now, anchoredAt: anchor, in: context.timeZone)
        {
            dates.append(next)
        }
        self.normalized = normalized ?? trigger.text
        timeZone = zone
        occurrences = dates.map {
            Occurrence(
                date: $0, text: DateText.absolute($0, in: zone), offset: UTCOffset.text(zone.secondsFromGMT(for: $0)),
                relative: DateText.relative($0, now: context.now))
        }
        self.notes =
            notes
            + trigger.notes(
                about: dates, now: context.now, anchoredAt: anchor, in: trigger.timeZone ?? context.timeZone)
    }
}
