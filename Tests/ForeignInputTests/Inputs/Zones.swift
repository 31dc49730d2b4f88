// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import TimeExpressions

/// Compiled files of the tz database, which come with the machine.
enum Zones {
    static func read(_ bytes: [UInt8]) throws {
        guard let file = ZoneFile(bytes) else { return }
        for moment in [Int64.min, -1_000_000_000, 0, 1_795_262_400, Int64.max] {
            for offset in [-18_000, 0, 3600, 7200, Int32.min, Int32.max] as [Int32] {
                _ = file.abbreviation(at: moment, offset: offset)
            }
        }
    }
}
