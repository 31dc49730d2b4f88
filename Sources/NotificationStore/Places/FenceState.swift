// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB
package import Triggers

/// The side of a place's border on which the machine is, as far as it is known.
package struct FenceState: Hashable, Sendable, Codable {
    package enum Side: String, Hashable, Sendable, Codable {
        case inside, outside
    }

    /// A side of the border that the last location fixes have shown, and that is not confirmed yet.
    package struct Candidate: Hashable, Sendable, Codable {
        package var side: Side
        /// Date of the first fix that showed this side.
        package var since: Date

        package init(side: Side, since: Date) { (self.side, self.since) = (side, since) }
    }

    /// The confirmed side; nil until the first unambiguous fix.
    package var side: Side?
    package var candidate: Candidate?
    /// Date of the last unambiguous fix.
    package var seen: Date?

    package init(side: Side? = nil, candidate: Candidate? = nil, seen: Date? = nil) {
        (self.side, self.candidate, self.seen) = (side, candidate, seen)
    }
}

/// A pending request that waits for a place.
package struct Fence: Hashable, Sendable, Identifiable {
    /// Number of the request's row; if the request is replaced, the new request's row may have the same number.
    package let id: Int64
    package let app: String
    package let identifier: String
    package let region: Region
    package var state: FenceState
    /// The trigger as it is stored, by which a replaced request is recognized.
    let schedule: Data

    /// Tells whether another fence is of the same request: row number, application, identifier and trigger are equal.
    package func isSame(as other: Fence) -> Bool {
        (id, app, identifier) == (other.id, other.app, other.identifier) && schedule == other.schedule
    }

    /// Reads the columns of ``PlaceQuery/fences``; nil if the row can't be read.
    init?(_ row: Row) {
        guard let schedule: Data = row[3], let trigger = try? JSONDecoder().decode(Trigger.self, from: schedule),
            let region = trigger.region, let data: Data = row[4]
        else { return nil }
        // An unreadable state counts as unknown, so that at most one crossing of the border goes unnoticed.
        let state = (try? JSONDecoder().decode(FenceState.self, from: data)) ?? FenceState()
        (id, app, identifier) = (row[0], row[1], row[2])
        (self.region, self.state, self.schedule) = (region, state, schedule)
    }
}
