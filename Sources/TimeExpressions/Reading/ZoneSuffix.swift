// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Triggers

/// A zone after a time in words: `tomorrow 9am Europe/Berlin`, `17:00 UTC`.
struct ZoneSuffix {
    /// The text without the zone.
    let text: String
    let timeZone: Zone
    /// The zone's name in the normalized form.
    let name: String

    /// Finds a zone at the end of several words; nil if the last word is not a zone.
    ///
    /// - Throws: ``TimeExpressionError`` for a word such as `Europe/Berlni`, which can only be meant as a zone.
    init?(_ text: String) throws(TimeExpressionError) {
        guard text.utf8.count <= TimeExpression.longestText,
            let last = text.split(whereSeparator: \.isWhitespace).last, last.startIndex != text.startIndex,
            let initial = last.first, initial.isASCII, initial.isLetter
        else { return nil }
        let before = String(text[..<last.startIndex])
        guard before.contains(where: { !$0.isWhitespace }) else { return nil }
        if ["UTC", "GMT"].contains(last.uppercased()) {
            (self.text, timeZone, name) = (before, .gmt, "UTC")
            return
        }
        guard last.dropFirst().contains("/") else { return nil }
        guard let zone = Zone(identifier: String(last)) else {
            let start = text.utf8.distance(from: text.startIndex, to: last.startIndex)
            throw TimeExpressionError(
                .unknown, "\"\(last)\" is not a time zone that is known here; write such as Europe/Berlin or UTC",
                at: start..<start + last.utf8.count)
        }
        (self.text, timeZone, name) = (before, zone, zone.identifier)
    }
}

extension TimeExpression {
    /// Parses words in the zone at their end, or else in the context's zone.
    static func words(
        _ text: String, _ context: Context,
        read: (inout WordReader, Context) throws(TimeExpressionError) -> TimeExpression
    ) throws(TimeExpressionError) -> TimeExpression {
        guard let suffix = try ZoneSuffix(text) else {
            var reader = try WordReader(text, today: context.local)
            return try read(&reader, context)
        }
        var reader = try WordReader(suffix.text, today: context.local)
        let zoned = Context(now: context.now, timeZone: suffix.timeZone, isFixed: true)
        var expression = try read(&reader, zoned)
        if case .timeInterval = expression.trigger as Trigger {
            throw TimeExpressionError(
                .unknown, "a length of time is the same in every zone; leave \(suffix.name) out",
                at: suffix.text.utf8.count..<text.utf8.count)
        }
        // The normalized form of a moment in UTC already contains its zone.
        if !expression.normalized.hasSuffix("Z") { expression.normalized += " \(suffix.name)" }
        return expression
    }
}
