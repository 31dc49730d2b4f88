// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import DBus

/// Options for a request that fires at a place; at most one of `--arrive`, `--leave` and `--at-place` may be given.
struct PlaceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("When you arrive at a place; see \"belfry place\".", valueName: "place"))
    var arrive: String?

    @Option(help: ArgumentHelp("When you leave a place.", valueName: "place"))
    var leave: String?

    @Option(
        help: ArgumentHelp(
            "When you arrive within 150 m, or that radius, of a point: 52.52,13.405,200m.",
            valueName: "lat,lon[,radius]"))
    var atPlace: String?

    @Flag(help: "With a place: each time, not only the next.")
    var eachTime = false

    var isGiven: Bool { arrive != nil || leave != nil || atPlace != nil }

    func validate() throws {
        let given = [("--arrive", arrive), ("--leave", leave), ("--at-place", atPlace)].filter { $0.1 != nil }.map(\.0)
        if given.count > 1 {
            throw ValidationError("\(given.joined(separator: " and ")) exclude each other: a request has one trigger.")
        }
        if eachTime, given.isEmpty { throw ValidationError("--each-time needs --arrive, --leave or --at-place.") }
        if let atPlace { _ = try PlaceArgument(atPlace, "--at-place") }
    }

    /// Returns the dictionary of the trigger; nil if no place was given.
    func trigger(until: String? = nil) throws -> [String: Value]? {
        var region: [String: Value]
        if let arrive {
            region = ["identifier": .string(arrive), "notifyOnExit": .boolean(false)]
        } else if let leave {
            region = ["identifier": .string(leave), "notifyOnEntry": .boolean(false)]
        } else if let atPlace {
            let place = try PlaceArgument(atPlace, "--at-place")
            region = place.properties
            // A region's name that contained the position would reveal the position in every export.
            region["identifier"] = .string("that place")
            region["notifyOnExit"] = .boolean(false)
        } else {
            return nil
        }
        var trigger: [String: Value] = ["region": .properties(region), "repeats": .boolean(eachTime)]
        if let until { trigger["until"] = .string(until) }
        return trigger
    }
}

/// A point on the globe and a radius, as a person writes them: `52.52,13.405` or `52.52,13.405,200m`.
struct PlaceArgument {
    /// The latitude and longitude as the person wrote them.
    let point: String
    private let latitude: Double
    private let longitude: Double
    private let radius: Double

    /// Radius in metres if none is written.
    private static let usualRadius = 150.0

    /// - Parameters:
    ///   - text: The words of the option.
    ///   - option: The option's name, for the error.
    /// - Throws: `ValidationError` for a text that is not two or three numbers. The agent checks the numbers' ranges.
    init(_ text: String, _ option: String) throws {
        let parts = text.commaSeparated
        let radius = parts.count == 3 ? Self.metres(parts[2]) : Self.usualRadius
        guard parts.count == 2 || parts.count == 3, let latitude = Double(parts[0]), let longitude = Double(parts[1]),
            let radius
        else {
            throw ValidationError(
                "\(option): \"\(text)\" is not latitude, longitude and radius, such as 52.52,13.405,200m or 52.52,13.405."
            )
        }
        (self.latitude, self.longitude, self.radius) = (latitude, longitude, radius)
        point = "\(parts[0]),\(parts[1])"
    }

    /// Returns the number of metres that a text such as 200m, 1.5km or 200 means; nil for another text.
    static func metres(_ text: String) -> Double? {
        if text.hasSuffix("km") { return Double(text.dropLast(2)).map { $0 * 1_000 } }
        return Double(text.hasSuffix("m") ? text.dropLast() : Substring(text))
    }

    /// The point and the radius under the keys of a region's dictionary.
    var properties: [String: Value] {
        ["latitude": .double(latitude), "longitude": .double(longitude), "radius": .double(radius)]
    }
}
