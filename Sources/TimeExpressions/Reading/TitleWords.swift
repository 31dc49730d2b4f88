// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Triggers

// A sentence is a time followed by a text. Words of time in the text may have been meant for the time. If the time
// could include them, or they follow it directly, the sentence is refused with both interpretations. Otherwise they stay in
// the text, and a note says so.

/// Search for words of time in the text of a sentence.
struct TitleWords {
    private struct Finding {
        let meaning: Meaning
        /// The words of time, as written.
        let words: String
        let range: Range<Int>
        let isFirst: Bool
    }

    private let text: String
    private let time: String
    private let title: String
    private let expression: TimeExpression
    private let context: TimeExpression.Context
    private let findings: [Finding]

    /// Searches for words of a time in the title, which is the `rest` of the sentence `text` after its time.
    ///
    /// If the title `isBefore` the time in the person's sentence, the title's last words are next to the time.
    init(
        _ rest: Substring, of text: String, after expression: TimeExpression, _ context: TimeExpression.Context,
        isBefore: Bool = false
    ) {
        (self.text, self.expression, self.context) = (text, expression, context)
        title = String(rest)
        let spell = text[..<rest.startIndex]
        time = String(spell.prefix(spell.count - spell.reversed().prefix { $0.isWhitespace }.count))
        let offset = text.utf8.distance(from: text.startIndex, to: rest.startIndex)
        findings = Self.findings(in: String(rest), at: offset, isBefore: isBefore)
    }

    /// Returns notes about words of time that stay in the text.
    ///
    /// - Throws: ``TimeExpressionError`` with both interpretations, if the words could belong to the time.
    func notes() throws(TimeExpressionError) -> [String] {
        for finding in findings where isMeant(finding) { throw refusal(of: finding) }
        let staying = findings.filter { $0.meaning != .number && $0.meaning != .ordinal }
        guard !staying.isEmpty else { return [] }
        let words = staying.map { "\"\($0.words)\"" }.joined(separator: " and ")
        return ["\(words) \(staying.count == 1 ? "stays" : "stay") in the text."]
    }

    // MARK: - Words that may belong to the time

    private var lacksClock: Bool { expression.notes.contains("No time of day was given; using 09:00.") }
    private var isLength: Bool { if case .timeInterval = expression.trigger { true } else { false } }
    /// Tells whether the day was assumed because there is only a time of day: `9am`.
    private var lacksDay: Bool {
        guard !isLength, !expression.trigger.repeats, var reader = try? WordReader(time) else { return false }
        var words = TimeWords()
        while !reader.isAtEnd, (try? words.readClock(&reader)) == true || words.readWords(&reader) {}
        return reader.isAtEnd && !words.isToday
    }

    private func isMeant(_ finding: Finding) -> Bool {
        switch finding.meaning {
        case .extending: finding.isFirst
        case .number: finding.isFirst && (isLength || lacksClock && BareNumber(finding.words)?.isClock == true)
        case .ordinal: finding.isFirst && !isLength
        case .clock: finding.isFirst || lacksClock
        case .day: lacksDay || finding.isFirst && (lacksClock || expression.trigger.repeats)
        case .repetition: finding.isFirst || !expression.trigger.repeats && !isLength
        case .end: finding.isFirst || expression.trigger.repeats
        }
    }

    private func refusal(of finding: Finding) -> TimeExpressionError {
        func error(_ kind: TimeExpressionError.Kind, _ message: String) -> TimeExpressionError {
            TimeExpressionError(kind, message, at: finding.range)
        }
        let asText = "\(time) -- \(title)"
        let all = text.utf8.count > 512 ? [] : finding.isFirst ? readings(of: finding) : readings(moving: finding)
        if all.isEmpty, finding.meaning == .number, let number = BareNumber(finding.words) {
            let hint = number.hint(isLength: isLength, isAlone: false)
            return error(
                .unitMissing, "\"\(finding.words)\" has no unit; \(hint), or -- where the text begins: \(asText)")
        }
        let write = all.isEmpty ? "all of the time first and -- behind it" : all.joined(separator: ", ")
        return error(
            .ambiguous, "\"\(finding.words)\" may belong to the time or to the text; write \(write), or \(asText)")
    }

    /// Returns sentences in which the words belong to the time, in a form that can be parsed.
    private func readings(of finding: Finding) -> [String] {
        let bytes = Array(text.utf8)
        func part(_ range: some RangeExpression<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        func sentence(_ time: String, behind end: Int) -> String {
            let rest = part(end...).drop { $0.isWhitespace || $0 == "," }
            return rest.isEmpty ? time : "\(time) -- \(rest)"
        }
        for end in [min(bytes.count, TimeExpression.longestText), finding.range.upperBound] {
            do throws(TimeExpressionError) {
                _ = try TimeExpression.parse(part(..<end), context)
                return [sentence(part(..<end), behind: end)]
            } catch {
                guard error.range.contains(finding.range.lowerBound) else { continue }
                let texts = error.texts.compactMap { text in
                    let replaced = part(..<error.range.lowerBound) + text
                    let time = [replaced, text].first { (try? TimeExpression.parse($0, context)) != nil }
                    return time.map { sentence($0, behind: error.range.upperBound) }
                }
                if !texts.isEmpty { return texts }
            }
        }
        return []
    }

    /// Returns sentences in which words from the middle of the text are moved to the end of the time.
    private func readings(moving finding: Finding) -> [String] {
        let bytes = Array(text.utf8)
        let parts = [
            bytes[(bytes.count - title.utf8.count)..<finding.range.lowerBound], bytes[finding.range.upperBound...],
        ]
        let rest = parts.map { String(decoding: $0, as: UTF8.self) }
            .flatMap { $0.split(whereSeparator: \.isWhitespace) }.joined(separator: " ")
        return TimeExpression.readable("\(time) \(finding.words)", context).map { "\($0) -- \(rest)" }
    }

    // MARK: - Search for words of time

    private static func findings(in title: String, at offset: Int, isBefore: Bool) -> [Finding] {
        let words = WordReader.words(of: title)
        var reader = WordReader(words: words, end: title.utf8.count)
        let bytes = Array(title.utf8)
        var findings: [Finding] = []
        while !reader.isAtEnd {
            let first = reader.position
            guard let meaning = meaning(&reader, isFirst: first == 0 && !isBefore) else {
                reader.rewind(to: first + 1)
                continue
            }
            let last = max(first, reader.position - 1)
            let opening = meaning == .number ? last : first
            let range = words[opening].range.lowerBound..<words[last].range.upperBound
            findings.append(
                Finding(
                    meaning: meaning, words: String(decoding: bytes[range], as: UTF8.self),
                    range: range.lowerBound + offset..<range.upperBound + offset,
                    isFirst: isBefore ? reader.isAtEnd : first == 0))
            if reader.position == first { reader.skip() }
        }
        return findings
    }

    /// Consumes the next words if they express a time, and returns their meaning; nil if they don't.
    private static func meaning(_ reader: inout WordReader, isFirst: Bool) -> Meaning? {
        let first = reader.position
        if let phrase = phrase(&reader) { return phrase }
        if isFirst, reader.take(",", "and") { return meaning(&reader, isFirst: false) }
        if reader.take("until", "till", "except", "from", "starting") {
            if (try? WrittenDay.read(&reader)) != nil || (try? ClockTime.read(&reader)) != nil
                || RepeatedDays.readWeekdays(&reader) != nil
            {
                return .end
            }
        }
        reader.rewind(to: first)
        if ["times", "time"].contains(reader[1]), Int(reader.next) != nil {
            reader.skip(2)
            return .end
        }
        if reader.take("every", "each") {
            if (try? RepeatedDays.read(&reader)) != nil || (try? Span.readRepeated(&reader)) != nil {
                return .repetition
            }
        }
        reader.rewind(to: first)
        if CalendarWords.isPluralOfDays(reader.next) {
            reader.skip()
            return .repetition
        }
        // A bare number counts as a word of time directly behind the time; after `at` or `@` it always counts: `at 5`.
        let isAnnounced = ["at", "in", "on", "@"].contains(reader.next)
        let number = isAnnounced ? reader[1] : reader.next
        let isHalved = ["am", "pm", "a.m.", "p.m."].contains(reader[isAnnounced ? 2 : 1])
        if !isHalved, (1...4).contains(number.utf8.count), number.isDigits {
            let isClock = reader.next == "at" || reader.next == "@"
            if isFirst || isClock {
                reader.skip(isAnnounced ? 2 : 1)
                return isFirst ? .number : .clock
            }
        }
        if (try? ClockTime.read(&reader)) != nil { return .clock }
        reader.rewind(to: first)
        if (try? WrittenDay.read(&reader)) != nil { return .day }
        reader.rewind(to: first)
        if reader.next.last?.isLetter == true, CalendarWords.dayNumber(reader.next) != nil {
            reader.skip()
            return .ordinal
        }
        return nil
    }
}
