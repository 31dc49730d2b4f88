// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The report on a store that could not be used as it was.
package struct RescueReport: Hashable, Codable, Sendable {
    /// The cause of the rescue.
    package enum Cause: String, Hashable, Codable, Sendable {
        /// SQLite found that the store's file is damaged or is no database.
        case damaged
        /// The store's file was missing when the agent started.
        case missing
        /// The store's file was deleted or replaced while the agent had it open; no data was lost.
        case deleted
    }

    package var cause: Cause
    /// The path at which the rescue keeps the store's old file; nil if there was no old file.
    package var asidePath: String?
    /// The date of the backup that the rescue has used; nil if there was no backup, or none was needed.
    package var backupDate: Date?
    /// The number of pending requests in the new store.
    package var pending = 0
    /// Whether all data was recovered.
    package var isWhole = false

    /// The number of requests and notifications from the damaged file; nil in a report by an earlier agent version.
    package var kept: Int?

    /// Whether the new store may have requests or notifications from the damaged file.
    package var hasKeptSome: Bool { kept != 0 }

    package init(cause: Cause) { self.cause = cause }
}
