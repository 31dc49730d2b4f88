// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

/// A unit of the user's systemd that exists only while its program runs, and has no file.
package enum TransientUnit {
    private static let manager = "org.freedesktop.systemd1"

    /// Returns the unit's setting `ExecStart` for a single command.
    package static func command(_ words: [String]) -> Value {
        let start = Value.structure([
            .string(words.first ?? ""), .array(words.map(Value.string), of: .string), .boolean(false),
        ])
        return .array([start], of: .structure([.string, .array(.string), .boolean]))
    }

    /// Asks the user's systemd, on the session bus, to start a unit; returns before the unit runs.
    ///
    /// No other unit may have `name`, which includes the suffix. The `properties` are the unit's settings, with the names
    /// and types of systemd's D-Bus interface.
    ///
    /// - Throws: `BusError`, such as when there is no systemd on the bus.
    package static func start(
        _ name: String, _ properties: [(String, Value)], on connection: Connection, timeout: Duration
    ) async throws {
        let property = SingleType.structure([.string, .variant])
        let message = Message.methodCall(
            destination: manager, path: "/org/freedesktop/systemd1", interface: "\(manager).Manager",
            member: "StartTransientUnit",
            arguments: [
                .string(name), .string("fail"),
                .array(properties.map { .structure([.string($0.0), .variant($0.1)]) }, of: property),
                .array([], of: .structure([.string, .array(property)])),
            ], autoStart: false)
        _ = try await connection.call(message, timeout: timeout)
    }
}
