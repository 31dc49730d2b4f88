// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// A compiled zone (TZif, RFC 9636, versions 1 to 4) has a header with six counts, then transitions, the index of the
// time after each transition, the times, abbreviations, leap seconds and flags. From version 2 on a second block
// follows with moments of 64 bits, and a line in POSIX's form for the time after the last transition.

/// The checked contents of a zone file: every count, index and order is verified.
package struct ZoneFile {
    package let rules: ZoneRules
    /// The POSIX line for the years after the last change; nil if there is none.
    package let footer: String?

    /// Maximum number of bytes in a zone file; the longest existing zone file has 3.5 KB.
    package static let longest = 262_144

    /// Parses a file; nil if it is not a zone file, or is inconsistent.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.longest, let first = Header(bytes, at: 0) else { return nil }
        guard first.version >= UInt8(ascii: "2") else {
            guard let block = Block(bytes, first, wide: false) else { return nil }
            (rules, footer) = (block.rules(followedBy: nil), nil)
            return
        }
        guard let second = Header(bytes, at: first.end(wide: false)), let block = Block(bytes, second, wide: true)
        else { return nil }
        let line = bytes[second.end(wide: true)...]
        guard line.first == 10, let end = line.dropFirst().firstIndex(of: 10) else { return nil }
        let text = String(decoding: line[(line.startIndex + 1)..<end], as: UTF8.self)
        footer = text.isEmpty ? nil : text
        guard let footer else {
            rules = block.rules(followedBy: nil)
            return
        }
        guard let zone = PosixZone(footer) else { return nil }
        rules = block.rules(followedBy: zone)
    }

    /// The header of one of the two blocks of a zone file.
    private struct Header {
        let version: UInt8
        let utFlags, standardFlags, leapSeconds, transitions, times, letters: Int
        /// Position of the block's data in the file.
        let start: Int

        init?(_ bytes: [UInt8], at offset: Int) {
            guard offset + 44 <= bytes.count, bytes[offset..<offset + 4].elementsEqual("TZif".utf8) else { return nil }
            version = bytes[offset + 4]
            let counts = (0..<6).map { Int(number(bytes, offset + 20 + $0 * 4, size: 4)) }
            (utFlags, standardFlags, leapSeconds, transitions, times, letters) =
                (counts[0], counts[1], counts[2], counts[3], counts[4], counts[5])
            start = offset + 44
            // Each counted item has at least one byte, so the sum below can't overflow.
            guard counts.allSatisfy({ (0...bytes.count).contains($0) }), end(wide: false) <= bytes.count else {
                return nil
            }
        }

        func end(wide: Bool) -> Int {
            let size = wide ? 8 : 4
            return start + transitions * (size + 1) + times * 6 + letters + leapSeconds * (size + 4) + standardFlags
                + utFlags
        }
    }

    private struct Block {
        var changes: [Int] = []
        var timesOfChanges: [UInt8] = []
        var times: [ZoneRules.Time] = []

        init?(_ bytes: [UInt8], _ header: Header, wide: Bool) {
            let size = wide ? 8 : 4
            guard header.end(wide: wide) <= bytes.count, (1...256).contains(header.times) else { return nil }
            let indexes = header.start + header.transitions * size
            let records = indexes + header.transitions
            let letters = records + header.times * 6
            let leapSeconds = letters + header.letters
            for index in 0..<header.times {
                let record = records + index * 6
                let offset = Int(number(bytes, record, size: 4))
                let name = Int(bytes[record + 5])
                // RFC 9636 allows offsets below 25 hours west and 26 hours east.
                guard (-89_999...93_599).contains(offset), name < header.letters else { return nil }
                let text = bytes[letters + name..<leapSeconds].prefix { $0 != 0 }
                times.append(ZoneRules.Time(offset: offset, name: String(decoding: text, as: UTF8.self)))
            }
            var leaps = LeapSeconds(bytes, at: leapSeconds, count: header.leapSeconds, size: size)
            for index in 0..<header.transitions {
                let moment = leaps.posix(number(bytes, header.start + index * size, size: size))
                let time = bytes[indexes + index]
                guard Int(time) < times.count, changes.last.map({ $0 < moment }) ?? true else { return nil }
                changes.append(moment)
                timesOfChanges.append(time)
            }
        }

        func rules(followedBy footer: PosixZone?) -> ZoneRules {
            ZoneRules(changes: changes, timesOfChanges: timesOfChanges, times: times, footer: footer)
        }
    }

    /// Leap seconds of a zone file under `right/`: its moments count them, but the system's clock doesn't.
    private struct LeapSeconds {
        private var moments: [(moment: Int, correction: Int)] = []
        private var next = 0
        private var correction = 0

        init(_ bytes: [UInt8], at offset: Int, count: Int, size: Int) {
            moments = (0..<count).map { index in
                let record = offset + index * (size + 4)
                return (number(bytes, record, size: size), number(bytes, record + size, size: 4))
            }
        }

        /// Returns a moment without the leap seconds before it; the moments of successive calls must ascend.
        mutating func posix(_ moment: Int) -> Int {
            while next < moments.count, moments[next].moment <= moment {
                correction = moments[next].correction
                next += 1
            }
            return moment.subtractingReportingOverflow(correction).partialValue
        }
    }
}

/// Reads a signed big-endian number.
private func number(_ bytes: [UInt8], _ offset: Int, size: Int) -> Int {
    let bits = bytes[offset..<offset + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return size == 8 ? Int(Int64(bitPattern: bits)) : Int(Int32(truncatingIfNeeded: bits))
}
