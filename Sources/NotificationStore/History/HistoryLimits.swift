// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The limits of the history; the oldest entries over a limit are deleted.
package struct HistoryLimits: Hashable, Sendable {
    /// The number of days for which an entry is kept after its notification has ended.
    package var days: Int
    /// The largest number of entries.
    package var entries: Int
    /// The largest total size of the entries' requests in bytes.
    package var bytes: Int

    package init(days: Int = 30, entries: Int = 5000, bytes: Int = 10 << 20) {
        self.days = days
        self.entries = entries
        self.bytes = bytes
    }

    /// The limits of a history that keeps nothing.
    package static let nothing = HistoryLimits(days: 0, entries: 0, bytes: 0)

    var keepsNothing: Bool { days == 0 || entries == 0 || bytes == 0 }

    /// The date before which a notification must have ended for its entry to be deleted.
    func oldest(at now: Date) -> Date { now - Double(days) * 86400 }
}
