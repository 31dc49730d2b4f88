// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import TOMLKit

/// The rate limit of one application: `[flood]` of `config.toml`.
///
///     [flood]
///     burst = 20                              # so many are shown one by one; 0: no limit
///     perSeconds = 10                         # when they come within so many seconds
///
/// The rest is gathered into one digest, which is updated at most every `perSeconds`. Twenty in ten seconds is more
/// than a person reads, and more than most servers keep on the screen (3 to 20, quirks 42 and 43). A script that sends
/// one each second, or updates one notification a hundred times, stays below it.
package struct FloodLimit: Hashable, Sendable {
    /// The number of notifications presented one by one; 0 for no limit.
    var burst = 20
    /// The time span of the limit, from 1 second to an hour.
    package var seconds = 10.0

    package init() {}

    /// - Throws: ``Configuration/Problem`` that names the key.
    init(_ value: some TOMLValueConvertible) throws {
        for (key, value) in try Configuration.entries(of: value, in: "flood", known: ["burst", "perSeconds"]) {
            switch key {
            case "burst": burst = try Self.burst(value, "flood.burst")
            default:
                guard let count = value.int, (1...3600).contains(count) else {
                    throw Configuration.Problem(text: "flood.perSeconds must be a whole number from 1 to 3600")
                }
                seconds = Double(count)
            }
        }
    }

    /// Parses a burst, also an application's own.
    ///
    /// - Throws: ``Configuration/Problem`` that names the key.
    static func burst(_ value: some TOMLValueConvertible, _ key: String) throws -> Int {
        guard let count = value.int, (0...1000).contains(count) else {
            throw Configuration.Problem(text: "\(key) must be a whole number from 0 (no limit) to 1000")
        }
        return count
    }
}
