// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials
import Triggers

/// GeoClue's names on the bus, and the properties of the position that it reports.
enum GeoClue {
    static let name = "org.freedesktop.GeoClue2"
    static let manager = "org.freedesktop.GeoClue2.Manager"
    static let managerPath: ObjectPath = "/org/freedesktop/GeoClue2/Manager"
    static let client = "org.freedesktop.GeoClue2.Client"
    static let location = "org.freedesktop.GeoClue2.Location"

    static func call(
        _ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [Value] = []
    ) -> Message {
        .methodCall(destination: name, path: path, interface: interface, member: member, arguments: arguments)
    }

    /// Reads the properties of a location; nil for a position that is impossible.
    static func fix(_ properties: [String: Value]) -> Fix? {
        guard let latitude = properties["Latitude"]?.double, let longitude = properties["Longitude"]?.double,
            let accuracy = properties["Accuracy"]?.double, let stamp = properties["Timestamp"]?.structure,
            let seconds = stamp.first?.double, let micros = stamp.last?.double
        else { return nil }
        return Fix(
            Coordinate(latitude: latitude, longitude: longitude), accuracy: accuracy,
            speed: properties["Speed"]?.double, date: Date(timeIntervalSince1970: seconds + micros / 1e6),
            source: properties["Description"]?.string ?? "")
    }
}
