// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The report on a store that could not be used as it was.
package struct RescueReport: Hashable, Codable, Sendable {
    /// The cause of the rescue.
    package enum Cause: String, Hashable, Codable, Sendable {
        /// SQLite found the file damaged, or no database at all.
        case damaged
        /// The file was missing when the agent started.
        case missing
        /// The file was deleted or replaced while the agent had it open; no data was lost.
        case deleted
    }

    package var cause: Cause
    /// The path of the old file since it was put aside; nil if there was none.
    package var asidePath: String?
    /// The date of the backup that was used; nil if there was no backup, or none was needed.
    package var backupDate: Date?
    /// The number of pending requests in the new store.
    package var pending = 0
    /// Whether all data was recovered.
    package var isWhole = false

    /// The number of requests and notifications that came from the damaged file itself; nil in a report of an earlier
    /// version.
    package var kept: Int?

    /// Whether something came from the damaged file.
    package var hasKeptSome: Bool { kept != 0 }

    package init(cause: Cause) { self.cause = cause }
}
