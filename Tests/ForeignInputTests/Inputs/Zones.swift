// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ZoneFiles

/// Zones from any source: compiled files of the tz database, and POSIX rules.
enum Zones {
    private static let moments = [Int.min / 4, -62_135_596_800, -1_000_000_000, 0, 1_795_262_400, 253_402_300_799]

    static func read(_ bytes: [UInt8]) throws {
        if let file = ZoneFile(bytes) { try check(file.rules) }
        let text = String(decoding: bytes, as: UTF8.self)
        if let zone = PosixZone(text) { try check(ZoneRules(zone)) }
        _ = ZoneFolder.isName(text)
    }

    private static func check(_ rules: ZoneRules) throws {
        for moment in moments {
            let time = rules.time(at: moment)
            guard time.offset == rules.offset(at: moment) else { throw Finding("two offsets at \(moment)") }
            guard abs(time.offset) < 8 * 86_400 else { throw Finding("an offset of \(time.offset)") }
        }
    }
}
