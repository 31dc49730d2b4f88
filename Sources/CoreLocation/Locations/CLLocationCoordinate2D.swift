// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// An angle in degrees.
public typealias CLLocationDegrees = Double

/// A length in metres.
public typealias CLLocationDistance = Double

/// A place on the globe in the WGS 84 reference frame.
///
/// As on Apple's systems, the type isn't `Equatable`; programs declare that conformance in an extension.
public struct CLLocationCoordinate2D: Sendable {
    /// Degrees north of the equator; negative values are south.
    public var latitude: CLLocationDegrees
    /// Degrees east of Greenwich; negative values are west.
    public var longitude: CLLocationDegrees

    /// Creates the place at 0° north, 0° east.
    public init() { self.init(latitude: 0, longitude: 0) }

    /// Creates a place without checking it, see ``CLLocationCoordinate2DIsValid(_:)``.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// An invalid place.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// Returns true for a latitude from -90 to 90 and a longitude from -180 to 180.
public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
    (-90...90).contains(coord.latitude) && (-180...180).contains(coord.longitude)
}

/// Creates a place without checking it, see ``CLLocationCoordinate2DIsValid(_:)``.
public func CLLocationCoordinate2DMake(
    _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}
