// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials
import Triggers

/// Formats a dictionary for people, with a line for each key.
enum DictionaryText {
    /// Returns a line for each key: first the keys in `first`, then the other keys, sorted.
    ///
    /// Keys that repeat a date in Unix seconds are left out; lists and dictionaries are printed as JSON.
    static func lines(_ dictionary: [String: Value], first: [String]) throws -> [String] {
        let rest = dictionary.keys.filter { !first.contains($0) && !$0.hasSuffix("Unix") }.sorted()
        let keys = (first + rest).filter { dictionary[$0] != nil }
        let width = keys.map(\.count).max() ?? 0
        return try keys.compactMap { key in
            guard let value = dictionary[key] else { return nil }
            return Console.dim(key.padded(to: width)) + "  " + (try text(value))
        }
    }

    /// Formats a value on one line.
    static func text(_ value: Value) throws -> String {
        if let text = value.string { return text.onOneLine }
        if let seconds = value.dateSeconds { return Date(timeIntervalSince1970: seconds).rfc3339(in: .current) }
        if let list = value.strings { return list.map(\.onOneLine).joined(separator: ", ") }
        return try JSONText.encoded(value).onOneLine
    }
}

/// Formats the dates of events as text and as Unix seconds, as in all other output.
enum EventDates {
    /// Returns the event with each date of its details as RFC 3339 text, and in Unix seconds under `KEYUnix`.
    ///
    /// The dates have the offset of the event's own date.
    static func readable(_ event: [String: Value]) -> [String: Value] {
        guard let detail = event["detail"]?.properties else { return event }
        let zone = offset(of: event["date"]?.string ?? "")
        var readable = detail
        for (key, value) in detail {
            guard let seconds = value.dateSeconds else { continue }
            readable[key] = .string(Date(timeIntervalSince1970: seconds).rfc3339(in: zone))
            readable[key + "Unix"] = .double(seconds)
        }
        return event.merging(["detail": .properties(readable)]) { $1 }
    }

    /// Returns the offset of an RFC 3339 date: `Z`, or `+01:00` at its end.
    private static func offset(of date: String) -> Zone {
        let tail = date.suffix(6)
        guard tail.count == 6, let sign = tail.first, sign == "+" || sign == "-",
            let hours = Int(tail.dropFirst().prefix(2)), let minutes = Int(tail.suffix(2))
        else { return .gmt }
        let seconds = hours * 3600 + minutes * 60
        return Zone(secondsFromGMT: sign == "-" ? -seconds : seconds)
    }
}

extension Value {
    /// The date of a dictionary with the only key `$date`, in seconds since 1970.
    fileprivate var dateSeconds: Double? {
        guard let properties, properties.count == 1 else { return nil }
        return properties["$date"]?.double
    }
}
