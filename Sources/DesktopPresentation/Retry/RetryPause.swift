// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// Pauses between tries: each is twice as long as the one before, up to a minute.
package enum RetryPause {
    /// The first pause, in seconds.
    static let shortest: TimeInterval = 0.1
    /// The longest pause, in seconds.
    static let longest: TimeInterval = 60

    /// Returns the pause in seconds after this many failures, which is 1 or more.
    package static func seconds(after failures: Int, from first: TimeInterval = shortest) -> TimeInterval {
        min(first * Double(1 << min(max(failures - 1, 0), 20)), longest)
    }
}
