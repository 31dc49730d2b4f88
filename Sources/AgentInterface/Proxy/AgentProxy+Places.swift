// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

extension AgentProxy {
    /// Stores a place of the person.
    ///
    /// - Parameters:
    ///   - place: The place in the form of a trigger's key `region`. With the option `here` or `network`, the
    ///     dictionary has only the name.
    ///   - options: The options of `SetPlace`.
    /// - Returns: The place as it was stored, with `notes`.
    /// - Throws: ``Triggers/Refusal``, ``DBus/BusError``.
    package func setPlace(_ place: [String: Value], _ options: [String: Value]) async throws -> [String: Value] {
        let options = options.merging(["app": .string(app)]) { $1 }
        return try await call(.setPlace, [.properties(place), .properties(options)], timeout: .seconds(150)).first?
            .properties
            ?? [:]
    }

    package func places() async throws -> [[String: Value]] { try await list(.places, []) }

    /// Deletes a place; returns false if no place had that name.
    package func removePlace(_ name: String) async throws -> Bool {
        try await call(.removePlace, [.string(name)]).first?.bool ?? false
    }

    /// Returns the machine's position, and the places that requests wait for.
    ///
    /// - Parameter wait: The longest wait in seconds for a new position; 0 returns the last position.
    /// - Returns: The answer of `Location`.
    /// - Throws: ``Triggers/Refusal``, ``DBus/BusError``.
    package func location(wait: Double = 0) async throws -> [String: Value] {
        try await call(.location, [.string(app), .properties(["wait": .double(wait)])], timeout: .seconds(150)).first?
            .properties ?? [:]
    }

    /// Follows the location while the connection is open.
    ///
    /// - Parameter options: The options of `MonitorLocation`; empty options end the monitor.
    /// - Returns: A dictionary with the key `permission`.
    /// - Throws: ``Triggers/Refusal``, ``DBus/BusError``.
    package func monitorLocation(_ options: [String: Value]) async throws -> [String: Value] {
        try await call(.monitorLocation, [.string(app), .properties(options)]).first?.properties ?? [:]
    }

    package func locationPermissions() async throws -> [[String: Value]] { try await list(.locationPermissions, []) }

    /// Stores whether the person lets the application use the location: `allowed`, `denied` or `undecided`.
    package func setLocationPermission(_ permission: String) async throws {
        try await call(.setLocationPermission, [.string(app), .string(permission)])
    }
}
