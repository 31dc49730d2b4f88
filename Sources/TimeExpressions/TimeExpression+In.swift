// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import Triggers

extension TimeExpression {
    /// Parses a whole expression as a duration from now.
    static func duration(_ reader: inout WordReader, _ context: Context) throws(TimeExpressionError) -> TimeExpression {
        (reader.takesBareMinutes, reader.expectsLength) = (true, true)
        if reader.next == "now" {
            reader.skip()
            if !reader.take("+"), reader.next.first != "+" { throw reader.errorAboutNextWord() }
        } else {
            _ = reader.take("in", "after", "+")
        }
        guard let span = try Span.read(&reader) else { throw reader.errorAboutNextWord() }
        if reader.next == "from", reader[1] == "now" { reader.skip(2) }
        guard reader.isAtEnd else { throw reader.errorAboutNextWord() }
        return try duration(span, context, reader)
    }

    /// Returns the expression for a duration; its days and months keep the time of day.
    private static func duration(
        _ span: Span, _ context: Context, _ reader: WordReader
    ) throws(TimeExpressionError) -> TimeExpression {
        if span.keepsClock {
            let day = context.local.civil.day
            let target = context.local.adding(Span(months: span.months), in: context.timeZone).civil.day
            let note = day != target ? ["That month has no \(day.ordinal); using the \(target.ordinal)."] : []
            var later = try moment(context.local, plus: span, notes: note, context, reader)
            later.clockNote = "Days, weeks, months and years keep the time of day, whatever summer time does."
            return later
        }
        let trigger = Trigger.timeInterval(.seconds(span.seconds), repeats: false)
        return TimeExpression(
            trigger: trigger, nextDate: context.now + span.seconds, normalized: "in \(span.text)", notes: [])
    }

    /// Parses a duration, such as that of an early warning; a day has 24 hours.
    ///
    /// - Returns: The duration in seconds; months are counted from now.
    package static func parseLength(_ text: String, _ context: Context) throws(TimeExpressionError) -> TimeInterval {
        var reader = try WordReader(text)
        let expression = try duration(&reader, context)
        reader.rewind(to: 0)
        _ = reader.take("in", "after", "+")
        reader.takesBareMinutes = true
        if let span = try Span.read(&reader), span.months == 0 { return span.length }
        return expression.nextDate.timeIntervalSince(context.now)
    }

    /// Returns the notes for ``Explanation``: assumptions, and the effect of DST.
    package func notesToExplain(_ context: Context) -> [String] {
        notes + [clockNote ?? noteAboutLength(context)].compactMap(\.self)
    }

    /// Returns a note on DST and durations: the duration is unaffected, but the clock may change before its end.
    func noteAboutLength(_ context: Context) -> String? {
        guard case .timeInterval(_, let repeats) = trigger else { return nil }
        let note = "Hours, minutes and seconds count real time."
        let zone = context.timeZone
        guard zone.secondsFromGMT(for: context.now) != zone.secondsFromGMT(for: nextDate), !repeats else { return note }
        let change = LocalTime(zone.firstChange(after: context.now, through: nextDate), in: zone)
        let shown = LocalTime(nextDate, in: zone)
        return note + " The clock changes on \(change.dateText): it shows \(shown.timeText) then."
    }
}

extension Int {
    /// The number with its English ordinal suffix: `1st`, `22nd`, `13th`.
    var ordinal: String {
        switch (self % 100, self % 10) {
        case (11...13, _): "\(self)th"
        case (_, 1): "\(self)st"
        case (_, 2): "\(self)nd"
        case (_, 3): "\(self)rd"
        default: "\(self)th"
        }
    }
}

extension Span {
    /// The duration in hours, minutes and seconds, `1h30m`; written in days, it would mean the same time of day.
    var text: String {
        let seconds = length
        let whole = Int(seconds)
        let parts = [(whole / 3600, "h"), (whole / 60 % 60, "m")]
        let text = parts.map { $0.0 == 0 ? "" : "\($0.0)\($0.1)" }.joined()
        if seconds.truncatingRemainder(dividingBy: 60) == 0, !text.isEmpty { return text }
        // Thousandths of a second are precise enough.
        let rest = ((seconds - Double(whole / 60 * 60)) * 1000).rounded() / 1000
        return text + (rest == rest.rounded() ? "\(Int(rest))s" : "\(rest)s")
    }
}
