// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc

/// A date as servers write it (RFC 9110): `Wed, 25 Nov 2026 07:42:16 GMT`.
enum HTTPDate {
    /// Reads a date as Unix seconds; nil if the text is no such date.
    static func seconds(_ text: String) -> Int? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[0].hasSuffix(","), words[5] == "GMT",
            let month = months.firstIndex(of: String(words[2])),
            let day = Int32(words[1]), let year = Int32(words[3]), (1...31).contains(day), (1970...9999).contains(year)
        else { return nil }
        let clock = words[4].split(separator: ":").map { Int32($0) ?? -1 }
        guard clock.count == 3, (0..<24).contains(clock[0]), (0..<60).contains(clock[1]), (0...60).contains(clock[2])
        else { return nil }
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year - 1900, Int32(month), day)
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (clock[0], clock[1], clock[2])
        return timegm(&parts)
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Reads the header `Retry-After`, which is a number of seconds or a date; nil if the text is neither.
    static func delay(_ text: String, at now: Date) -> Duration? {
        if let seconds = Int(text) { return seconds >= 0 ? .seconds(min(seconds, longestDelay)) : nil }
        guard let seconds = seconds(text) else { return nil }
        return .seconds(min(max(seconds - Int(now.timeIntervalSince1970), 0), longestDelay))
    }

    /// Longest pause in seconds that a server can ask for with `Retry-After`.
    private static let longestDelay = 3600
}
