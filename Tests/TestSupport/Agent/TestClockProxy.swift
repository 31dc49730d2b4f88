// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import AgentInterface
internal import DBus

/// The clock of a `belfryd --test-clock`, over the bus: each call returns when all due requests are handled.
package struct TestClockProxy: Sendable {
    let connection: Connection

    /// The agent's time in Unix seconds.
    package func now() async throws -> Double { try await call("Now", []).dropFirst().first?.double ?? .nan }

    /// The agent's zone.
    package func zone() async throws -> String { try await call("Now", []).last?.string ?? "" }

    /// Sets the wall clock.
    package func set(_ date: String) async throws { try await call("Set", [.string(date)]) }

    /// Sets the wall clock, to Unix seconds.
    package func set(to seconds: Double) async throws { try await set("@\(seconds)") }

    /// Lets this much time pass.
    package func advance(_ seconds: Double) async throws { try await call("Advance", [.double(seconds)]) }

    /// Suspends the machine.
    package func suspend() async throws { try await call("Suspend", []) }

    /// Wakes the machine after this time in suspend.
    package func resume(after seconds: Double) async throws { try await call("Resume", [.double(seconds)]) }

    /// Changes the person's zone.
    package func setZone(_ name: String) async throws { try await call("SetZone", [.string(name)]) }

    @discardableResult
    private func call(_ member: String, _ arguments: [Value]) async throws -> [Value] {
        try await connection.call(
            .methodCall(
                destination: AgentNames.busName, path: AgentNames.path, interface: AgentNames.testClockInterface,
                member: member, arguments: arguments), timeout: .seconds(120)
        ).arguments
    }
}

extension TestAgent {
    /// The agent's clock, if it was started with `--test-clock`.
    package var clock: TestClockProxy { TestClockProxy(connection: connection) }
}
