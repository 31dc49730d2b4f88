// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Triggers

/// A circular region on the globe.
///
/// The class is Sendable because the centre and the radius never change.
nonisolated open class CLCircularRegion: CLRegion, @unchecked Sendable {
    private let middle: CLLocationCoordinate2D
    private let extent: CLLocationDistance

    /// Creates a circle around `center` with a radius in metres; a negative radius counts as 0.
    public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
        middle = center
        extent = max(0, radius)
        super.init(name: identifier)
    }

    public required init?(coder: NSCoder) {
        func number(_ key: String) -> Double {
            coder.decodeObject(of: NSNumber.self, forKey: key)?.doubleValue ?? 0
        }
        middle = CLLocationCoordinate2D(latitude: number("latitude"), longitude: number("longitude"))
        extent = max(0, number("radius"))
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(NSNumber(value: center.latitude), forKey: "latitude")
        coder.encode(NSNumber(value: center.longitude), forKey: "longitude")
        coder.encode(NSNumber(value: radius), forKey: "radius")
    }

    open var center: CLLocationCoordinate2D { middle }

    /// Radius of the circle in metres.
    open var radius: CLLocationDistance { extent }

    /// Returns true if a place is within the circle or on its edge, on a globe with a radius of 6,371,009 m.
    open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
        guard CLLocationCoordinate2DIsValid(coordinate), CLLocationCoordinate2DIsValid(center) else { return false }
        return coordinate.model.distance(to: center.model) <= radius
    }

    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = CLCircularRegion(center: center, radius: radius, identifier: identifier)
        copy.notifyOnEntry = notifyOnEntry
        copy.notifyOnExit = notifyOnExit
        return copy
    }
}
