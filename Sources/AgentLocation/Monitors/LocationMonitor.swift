// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import NotificationStore
package import Triggers

/// The wish of a running program to follow the location.
package struct LocationMonitor: Hashable, Sendable {
    /// The connection that follows the location, and the application that it speaks for.
    package struct Key: Hashable, Sendable {
        package let connection: String
        package let app: String

        package init(connection: String, app: String) { (self.connection, self.app) = (connection, app) }
    }

    /// The places whose borders are watched, by their identifiers.
    package var regions: [String: Region]
    /// Whether the program wants each new position.
    package var wantsPositions: Bool

    package init(regions: [String: Region] = [:], wantsPositions: Bool = false) {
        (self.regions, self.wantsPositions) = (regions, wantsPositions)
    }

    /// Whether the program wants more than the person's decisions.
    package var wantsLocation: Bool { wantsPositions || !regions.isEmpty }
}

/// News for a program that follows the location.
package enum LocationEvent: Hashable, Sendable {
    /// The machine has come to a place; the value is the region's identifier.
    case entered(String)
    /// The machine has left a place; the value is the region's identifier.
    case left(String)
    case position(Fix)
    /// No position comes for now.
    case trouble(LocationTrouble)
    /// The person has decided about the application.
    case permission(LocationPermission.Answer)

    init(_ side: FenceState.Side, _ identifier: String) {
        self = side == .inside ? .entered(identifier) : .left(identifier)
    }
}
