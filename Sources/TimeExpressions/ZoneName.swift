// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// The short name that a zone has at a moment: `CET`, `CEST`, `+0530`.
///
/// From the last line of the zone's own file (RFC 8536 §3.3): ICU gives `GMT+1` for most zones.
enum ZoneName {
    static func abbreviation(of timeZone: TimeZone, at date: Date) -> String {
        guard let rule = rule(of: timeZone.identifier) else { return offset(timeZone.secondsFromGMT(for: date)) }
        var rest = rule[...]
        let standard = name(&rest)
        rest = rest.drop { $0.isNumber || "+-:".contains($0) }
        let daylight = name(&rest)
        let isDaylight = timeZone.isDaylightSavingTime(for: date) && !daylight.isEmpty
        let found = isDaylight ? daylight : standard
        return found.contains { $0.isLetter } ? found : offset(timeZone.secondsFromGMT(for: date))
    }

    /// `+01:00`.
    static func offset(_ seconds: Int) -> String {
        let minutes = abs(seconds) / 60
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(seconds < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
    }

    private static func rule(of identifier: String) -> String? {
        let isPlain = identifier.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/_+-".contains($0)) }
        guard isPlain, let data = try? Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(identifier)")),
            data.starts(with: Data("TZif".utf8))
        else { return nil }
        return data.split(separator: UInt8(ascii: "\n")).last.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Letters, or anything between angle brackets.
    private static func name(_ text: inout Substring) -> String {
        if text.first == "<" {
            let inside = text.dropFirst().prefix { $0 != ">" }
            text = text.dropFirst(inside.count + 2)
            return String(inside)
        }
        let letters = text.prefix { $0.isLetter }
        text = text.dropFirst(letters.count)
        return String(letters)
    }
}
