// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Triggers

extension CLRegion {
    /// Creates a region from the agent's type.
    package static func make(_ region: Region) -> CLRegion {
        let made: CLRegion =
            switch region.area {
            case .circle(let circle):
                CLCircularRegion(
                    center: CLLocationCoordinate2D(circle.center), radius: circle.radius, identifier: region.identifier)
            case .networks(let names): CLRegion(name: region.identifier, networks: names)
            }
        made.notifyOnEntry = region.notifyOnEntry
        made.notifyOnExit = region.notifyOnExit
        return made
    }

    /// The region in the agent's type, with values that may be out of range; nil without a circle or networks.
    package var model: Region? {
        let area: Region.Area
        if let circle = self as? CLCircularRegion {
            area = .circle(Circle(center: circle.center.model, radius: circle.radius))
        } else if let networks {
            area = .networks(networks)
        } else {
            return nil
        }
        return Region(
            identifier: identifier, area: area, notifyOnEntry: notifyOnEntry, notifyOnExit: notifyOnExit)
    }
}

extension CLLocationCoordinate2D {
    init(_ coordinate: Coordinate) { self.init(latitude: coordinate.latitude, longitude: coordinate.longitude) }

    var model: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }
}
