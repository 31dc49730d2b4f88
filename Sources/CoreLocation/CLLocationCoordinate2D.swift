// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// An angle in degrees.
public typealias CLLocationDegrees = Double

/// A length in metres.
public typealias CLLocationDistance = Double

/// A place on the globe, after the WGS 84 reference frame.
///
/// Not `Equatable`, as on Apple's systems: programs add that by an extension of their own.
public struct CLLocationCoordinate2D: Sendable {
    /// North of the equator; negative is south.
    public var latitude: CLLocationDegrees
    /// East of the meridian of Greenwich; negative is west.
    public var longitude: CLLocationDegrees

    /// The place at 0° north, 0° east.
    public init() {
        self.init(latitude: 0, longitude: 0)
    }

    /// A place; nothing is checked, see ``CLLocationCoordinate2DIsValid(_:)``.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// A place that is nowhere.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// Whether there is such a place: latitude -90 to 90, longitude -180 to 180.
public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
    (-90...90).contains(coord.latitude) && (-180...180).contains(coord.longitude)
}

/// A place; nothing is checked, see ``CLLocationCoordinate2DIsValid(_:)``.
public func CLLocationCoordinate2DMake(
    _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}
