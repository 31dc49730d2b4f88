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

    /// A side that the last fixes have shown, and that is not confirmed yet.
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
    /// Number of the request's row; a request that is replaced gets another one.
    package let id: Int64
    package let app: String
    package let identifier: String
    package let region: Region
    package var state: FenceState
    /// The trigger as it is stored, by which a replaced request is recognized.
    let schedule: Data

    /// Whether a row of the same number is the same request.
    package func isSame(as other: Fence) -> Bool {
        (id, app, identifier) == (other.id, other.app, other.identifier) && schedule == other.schedule
    }

    /// Reads the columns of ``PlaceQuery/fences``; nil if the row can't be read.
    init?(_ row: Row) {
        guard let schedule: Data = row[3], let trigger = try? JSONDecoder().decode(Trigger.self, from: schedule),
            let region = trigger.region, let data: Data = row[4]
        else { return nil }
        // A state that can't be read is unknown again, which costs at most one crossing.
        let state = (try? JSONDecoder().decode(FenceState.self, from: data)) ?? FenceState()
        (id, app, identifier) = (row[0], row[1], row[2])
        (self.region, self.state, self.schedule) = (region, state, schedule)
    }
}
