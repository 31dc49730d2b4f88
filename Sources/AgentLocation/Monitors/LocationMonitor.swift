// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import NotificationStore
package import Triggers

/// A running program's wish to get positions, and events of arriving at places or leaving them.
package struct LocationMonitor: Hashable, Sendable {
    /// The connection that follows the location, and the application that it speaks for.
    package struct Key: Hashable, Sendable {
        package let connection: String
        package let app: String

        package init(connection: String, app: String) { (self.connection, self.app) = (connection, app) }
    }

    /// The places whose borders are watched for the program, by the places' identifiers.
    package var regions: [String: Region]
    /// Whether the program wants each new position.
    package var wantsPositions: Bool

    package init(regions: [String: Region] = [:], wantsPositions: Bool = false) {
        (self.regions, self.wantsPositions) = (regions, wantsPositions)
    }

    /// Whether the program wants positions or events of places, and not only the person's decisions.
    package var wantsLocation: Bool { wantsPositions || !regions.isEmpty }
}

/// An event that is sent to a program that follows the location.
package enum LocationEvent: Hashable, Sendable {
    /// The machine has come to a place; the value is the region's identifier.
    case entered(String)
    /// The machine has left a place; the value is the region's identifier.
    case left(String)
    case position(Fix)
    /// No position comes for now; the value is the reason.
    case trouble(LocationTrouble)
    /// The person has decided whether the application may use the location.
    case permission(LocationPermission.Answer)

    init(_ side: FenceState.Side, _ identifier: String) {
        self = side == .inside ? .entered(identifier) : .left(identifier)
    }
}
