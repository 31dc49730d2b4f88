// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// A position of the machine, with its accuracy and its date.
///
/// GeoClue, the source on Linux, knows the coordinate, its accuracy and sometimes the speed. The class is Sendable
/// because its objects never change.
nonisolated open class CLLocation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    private struct Values {
        var coordinate: CLLocationCoordinate2D
        var altitude: CLLocationDistance = 0
        var horizontalAccuracy: CLLocationAccuracy = 0
        var verticalAccuracy: CLLocationAccuracy = -1
        var course: CLLocationDirection = -1
        var courseAccuracy: CLLocationDirectionAccuracy = -1
        var speed: CLLocationSpeed = -1
        var speedAccuracy: CLLocationSpeedAccuracy = -1
        var timestamp: Date
    }

    private let values: Values

    /// Creates a position with the present date, whose altitude, course and speed are unknown.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        values = Values(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), timestamp: Date())
        super.init()
    }

    /// Creates a position whose course and speed are unknown.
    public init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy, timestamp: Date
    ) {
        values = Values(
            coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy, verticalAccuracy: vAccuracy,
            timestamp: timestamp)
        super.init()
    }

    /// Creates a position with a course and a speed, whose accuracies are unknown.
    public init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection, speed: CLLocationSpeed,
        timestamp: Date
    ) {
        values = Values(
            coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy, verticalAccuracy: vAccuracy,
            course: course, speed: speed, timestamp: timestamp)
        super.init()
    }

    /// Creates a position with a course and a speed and their accuracies.
    public init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection,
        courseAccuracy: CLLocationDirectionAccuracy, speed: CLLocationSpeed, speedAccuracy: CLLocationSpeedAccuracy,
        timestamp: Date
    ) {
        values = Values(
            coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy, verticalAccuracy: vAccuracy,
            course: course, courseAccuracy: courseAccuracy, speed: speed, speedAccuracy: speedAccuracy,
            timestamp: timestamp)
        super.init()
    }

    public required init?(coder: NSCoder) {
        func number(_ key: String, _ missing: Double) -> Double {
            coder.decodeObject(of: NSNumber.self, forKey: key)?.doubleValue ?? missing
        }
        guard let timestamp = coder.decodeObject(of: NSNumber.self, forKey: "timestamp")?.doubleValue else {
            return nil
        }
        values = Values(
            coordinate: CLLocationCoordinate2D(latitude: number("latitude", 0), longitude: number("longitude", 0)),
            altitude: number("altitude", 0), horizontalAccuracy: number("horizontalAccuracy", -1),
            verticalAccuracy: number("verticalAccuracy", -1), course: number("course", -1),
            courseAccuracy: number("courseAccuracy", -1), speed: number("speed", -1),
            speedAccuracy: number("speedAccuracy", -1),
            timestamp: Date(timeIntervalSinceReferenceDate: timestamp))
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        let numbers = [
            "latitude": coordinate.latitude, "longitude": coordinate.longitude, "altitude": altitude,
            "horizontalAccuracy": horizontalAccuracy, "verticalAccuracy": verticalAccuracy, "course": course,
            "courseAccuracy": courseAccuracy, "speed": speed, "speedAccuracy": speedAccuracy,
            "timestamp": timestamp.timeIntervalSinceReferenceDate,
        ]
        for (key, number) in numbers { coder.encode(NSNumber(value: number), forKey: key) }
    }

    open var coordinate: CLLocationCoordinate2D { values.coordinate }

    /// Metres above sea level; 0 if ``verticalAccuracy`` is not above 0.
    open var altitude: CLLocationDistance { values.altitude }

    /// Radius in metres around ``coordinate`` in which the machine probably is; negative for an invalid coordinate.
    open var horizontalAccuracy: CLLocationAccuracy { values.horizontalAccuracy }

    /// Accuracy of ``altitude`` in metres; not above 0 if the altitude is unknown, as in all positions from the agent.
    open var verticalAccuracy: CLLocationAccuracy { values.verticalAccuracy }

    /// Direction of the movement; negative if it is unknown, as in all positions from the agent.
    open var course: CLLocationDirection { values.course }

    /// Accuracy of ``course``; negative if the course is unknown.
    open var courseAccuracy: CLLocationDirectionAccuracy { values.courseAccuracy }

    /// Speed of the movement; negative if the speed is unknown.
    open var speed: CLLocationSpeed { values.speed }

    /// Accuracy of ``speed``; negative if it is unknown, as in all positions from the agent.
    open var speedAccuracy: CLLocationSpeedAccuracy { values.speedAccuracy }

    /// Date at which the position was measured.
    open var timestamp: Date { values.timestamp }

    /// Returns the metres between this position and another, along the surface of a globe with a radius of 6,371,009 m.
    open func distance(from location: CLLocation) -> CLLocationDistance {
        coordinate.model.distance(to: location.coordinate.model)
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override var description: String {
        func text(_ number: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", number) }
        func degrees(_ number: Double) -> String { (number < 0 ? "" : "+") + text(number, 8) }
        return "<\(degrees(coordinate.latitude)),\(degrees(coordinate.longitude))> +/- \(text(horizontalAccuracy, 2))m "
            + "(speed \(text(speed, 2)) mps / course \(text(course, 2))) @ \(timestamp)"
    }
}
