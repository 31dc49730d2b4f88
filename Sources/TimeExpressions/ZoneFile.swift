// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The names in a compiled file of the tz database (RFC 8536, version 2 or later).
struct ZoneFile {
    private var transitions: [(moment: Int64, type: Int)] = []
    private var types: [(offset: Int32, name: String)] = []

    /// Reads the file's 64-bit part; nil if it is not such a file.
    init?(_ bytes: [UInt8]) {
        func number(_ at: Int, _ count: Int) -> Int64? {
            guard at >= 0, at + count <= bytes.count else { return nil }
            var value = bytes[at..<at + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            // The sign is the first bit.
            if count < 8, bytes[at] >= 128 { value |= UInt64.max << UInt64(count * 8) }
            return Int64(bitPattern: value)
        }
        func counts(_ header: Int) -> [Int]? {
            guard header + 44 <= bytes.count, bytes[header..<header + 4].elementsEqual("TZif".utf8) else { return nil }
            let counts = (0..<6).compactMap { number(header + 20 + $0 * 4, 4) }.map { Int($0) }
            return counts.allSatisfy { (0...10_000).contains($0) } ? counts : nil
        }
        // Counts: UT flags, standard flags, leap seconds, transitions, types, letters.
        guard let short = counts(0), bytes[4] >= UInt8(ascii: "2") else { return nil }
        let header = 44 + short[3] * 5 + short[4] * 6 + short[5] + short[2] * 8 + short[1] + short[0]
        guard let long = counts(header) else { return nil }
        let times = header + 44
        let indexes = times + long[3] * 8
        let records = indexes + long[3]
        let letters = records + long[4] * 6
        guard letters + long[5] <= bytes.count else { return nil }
        for index in 0..<long[4] {
            let record = records + index * 6
            guard let offset = number(record, 4), Int(bytes[record + 5]) < long[5] else { return nil }
            let name = bytes[letters + Int(bytes[record + 5])..<letters + long[5]].prefix { $0 != 0 }
            types.append((Int32(truncatingIfNeeded: offset), String(decoding: name, as: UTF8.self)))
        }
        for index in 0..<long[3] {
            guard let moment = number(times + index * 8, 8), Int(bytes[indexes + index]) < types.count else {
                return nil
            }
            transitions.append((moment, Int(bytes[indexes + index])))
        }
    }

    /// The name that the zone's time had last, at or before a moment, when it was this far from UTC.
    ///
    /// The offset is Foundation's, which also knows the years after the file's last change.
    func abbreviation(at moment: Int64, offset: Int32) -> String? {
        let past = transitions.last { $0.moment <= moment && types[$0.type].offset == offset }
        return past.map { types[$0.type].name } ?? types.last { $0.offset == offset }?.name
    }
}
