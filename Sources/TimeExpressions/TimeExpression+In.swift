// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationModel

extension TimeExpression {
    /// Reads a whole expression as a length of time from now.
    static func duration(_ reader: inout WordReader, _ context: Context) throws(TimeExpressionError) -> TimeExpression {
        reader.takesBareMinutes = true
        if reader.peek() == "now" {
            reader.skip()
            if !reader.take("+"), reader.peek().first != "+" { throw reader.errorAboutNextWord() }
        } else {
            _ = reader.take("in", "after", "+")
        }
        guard let span = try reader.span() else { throw reader.errorAboutNextWord() }
        if reader.peek() == "from", reader.peek(1) == "now" { reader.skip(2) }
        guard reader.isAtEnd else { throw reader.errorAboutNextWord() }
        return try duration(span, context, reader)
    }

    /// The expression for a length of time; one with months is the same time of day on a later day.
    private static func duration(
        _ span: Span, _ context: Context, _ reader: WordReader
    ) throws(TimeExpressionError) -> TimeExpression {
        if span.months > 0 {
            let now = context.local
            let (year, month, day) = now.civil
            let index = year * 12 + month - 1 + Int(span.months)
            let length = LocalTime.days(inMonth: index % 12 + 1, ofYear: index / 12)
            let target = LocalTime.dayNumber(year: index / 12, month: index % 12 + 1, day: min(day, length))
            let local = LocalTime(seconds: target * 86_400 + now.secondOfDay + Int(span.seconds))
            let note = day > length ? ["That month has no \(day)th: the \(length)th."] : []
            return try moment(at: local, context, notes: note, reader)
        }
        let trigger = Trigger.timeInterval(.seconds(span.seconds), repeats: false)
        return TimeExpression(
            trigger: trigger, nextDate: context.now + span.seconds, normalized: "in \(span.text)", notes: [])
    }
}

extension Span {
    /// The seconds in days, hours, minutes and seconds: `1h30m`.
    var text: String {
        let whole = Int(seconds)
        let parts = [(whole / 86_400, "d"), (whole / 3600 % 24, "h"), (whole / 60 % 60, "m")]
        let text = parts.map { $0.0 == 0 ? "" : "\($0.0)\($0.1)" }.joined()
        let rest = seconds - Double(whole / 60 * 60)
        if rest == 0, !text.isEmpty { return text }
        // Thousandths, as nobody waits for less.
        let thousandths = Int((rest * 1000).rounded())
        let fraction = thousandths % 1000
        let digits = String(String(fraction + 1000).dropFirst()).trimmingZeros
        return text + "\(thousandths / 1000)" + (fraction == 0 ? "" : ".\(digits)") + "s"
    }
}

extension String {
    /// The digits without the zeros at their end.
    fileprivate var trimmingZeros: String {
        var digits = self
        while digits.last == "0" { digits.removeLast() }
        return digits
    }
}
