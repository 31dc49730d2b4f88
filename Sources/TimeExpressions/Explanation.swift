// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import Triggers

/// Description of a trigger: its normalized form, its next occurrences, and notes.
package struct Explanation: Hashable, Sendable {
    /// A moment at which the trigger fires.
    package struct Occurrence: Hashable, Sendable {
        package let date: Date
        /// The date: `Tue 2026-11-24 09:00 CET`.
        package let text: String
        /// The time zone offset: `+01:00`.
        package let offset: String
        /// The time from now: `in 2 d 23 h`.
        package let relative: String
    }

    /// The trigger's normalized form, or its description if it was not parsed from words.
    package let normalized: String
    /// The zone for showing occurrences: the trigger's zone, or the person's zone if the trigger has none or is in UTC.
    package let timeZone: Zone
    package let occurrences: [Occurrence]
    /// Sentences about assumptions, and about DST changes that affect the occurrences or the coming year.
    package let notes: [String]

    /// Time to search ahead for occurrences in calendars other than the Gregorian: 200 years.
    private static let longestView: TimeInterval = 200 * 365.2425 * 86_400

    /// Explains a parsed expression.
    package init(_ expression: TimeExpression, count: Int, _ context: TimeExpression.Context) {
        self.init(
            expression.trigger, normalized: expression.normalized, notes: expression.notesToExplain(context),
            count: count, anchor: context.now, context)
    }

    /// Explains a trigger of a request that was added at `anchor`.
    ///
    /// The explanation lists `count` occurrences after the context's moment, at most 1000.
    package init(
        _ trigger: Trigger, normalized: String? = nil, notes: [String] = [], count: Int, anchor: Date,
        _ context: TimeExpression.Context
    ) {
        let zone = trigger.shownTimeZone ?? context.timeZone
        var dates: [Date] = []
        let last = trigger.isOfOtherCalendar ? context.now + Self.longestView : .distantFuture
        while dates.count < min(count, trigger.repeats ? 1000 : 1), dates.last ?? context.now < last,
            let next = trigger.nextDate(
                after: dates.last ?? context.now, anchoredAt: anchor, in: context.timeZone, by: context.calendar)
        {
            dates.append(next)
        }
        self.normalized = normalized ?? trigger.words(addedAt: anchor, in: context.timeZone)
        timeZone = zone
        occurrences = dates.map {
            Occurrence(
                date: $0, text: DateText.absolute($0, in: zone), offset: UTCOffset.text(zone.secondsFromGMT(for: $0)),
                relative: DateText.relative($0, now: context.now))
        }
        let clock = trigger.timeZone ?? context.timeZone
        self.notes = notes + trigger.notes(about: dates, now: context.now, anchoredAt: anchor, in: clock)
    }
}
