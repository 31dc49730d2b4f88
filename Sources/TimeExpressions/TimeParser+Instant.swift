// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationModel

/// Moments that need no zone: `@1395716396` and RFC 3339.
extension TimeParser {
    /// Nil if the word is not written like one.
    func instant(_ word: String) throws(TimeExpressionError) -> TimeExpression? {
        let date: Date
        if word.hasPrefix("@") {
            guard let seconds = Double(word.dropFirst()), seconds.isFinite else {
                throw error(.notUnderstood, "\"\(word)\" is no Unix time; write @ and seconds since 1970")
            }
            date = Date(timeIntervalSince1970: seconds)
        } else if let found = try dateAndTime(word) {
            switch found {
            case .instant(let instant): date = instant
            case .floating(let day, let clock):
                var parser = self
                parser.words = [
                    Word(text: day, range: words[0].range), Word(text: clock, range: words[0].range),
                ]
                return try parser.parseMoment()
            }
        } else {
            return nil
        }
        guard date > now else { throw error(.past, "\"\(word)\" is past already") }
        guard date.timeIntervalSince(now) < 1000 * 366 * 86400 else {
            throw error(.outOfRange, "\"\(word)\" is more than a thousand years away")
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        var components = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        components.timeZone = .gmt
        let trigger = Trigger.calendar(components, repeats: false)
        guard let next = trigger.nextDate(after: now, anchoredAt: now, in: timeZone) else {
            throw error(.past, "\"\(word)\" is past already")
        }
        return TimeExpression(trigger: trigger, nextDate: next, normalized: next.rfc3339(in: .gmt), notes: [])
    }

    private enum DateAndTime {
        case instant(Date)
        case floating(day: String, clock: String)
    }

    /// `2026-12-24T09:00:00+01:00`, or without an offset.
    private func dateAndTime(_ word: String) throws(TimeExpressionError) -> DateAndTime? {
        guard let separator = word.firstIndex(of: "t"), separator != word.startIndex else { return nil }
        let day = word[..<separator]
        var time = word[word.index(after: separator)...]
        guard day.count == 10, day.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == "-") }),
            time.first?.isNumber == true
        else { return nil }
        var offset: String?
        if time.hasSuffix("z") {
            offset = "Z"
            time = time.dropLast()
        } else if let sign = time.lastIndex(where: { $0 == "+" || $0 == "-" }) {
            offset = String(time[sign...])
            time = time[..<sign]
        }
        let clock = String(time.prefix { $0 != "." })
        guard let offset else { return .floating(day: String(day), clock: clock) }
        let seconds = clock.split(separator: ":").count == 2 ? clock + ":00" : clock
        let zone = offset.count == 5 && !offset.contains(":") ? "\(offset.prefix(3)):\(offset.suffix(2))" : offset
        guard let date = try? Date("\(day)T\(seconds)\(zone)", strategy: .iso8601) else {
            throw error(.impossible, "\"\(word)\" is no moment of the calendar")
        }
        return .instant(date)
    }
}
