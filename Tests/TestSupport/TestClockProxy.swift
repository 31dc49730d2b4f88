// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import AgentInterface
internal import DBus

/// The clock of a `belfryd --test-clock`, over the bus: each call returns when what fell due is dealt with.
package struct TestClockProxy: Sendable {
    let connection: Connection

    /// The agent's time in Unix seconds.
    package func now() async throws -> Double { try await call("Now", []).dropFirst().first?.double ?? .nan }

    /// The agent's zone.
    package func zone() async throws -> String { try await call("Now", []).last?.string ?? "" }

    /// Somebody sets the clock.
    package func set(_ date: String) async throws { try await call("Set", [.string(date)]) }

    /// Somebody sets the clock, to Unix seconds.
    package func set(to seconds: Double) async throws { try await set("@\(seconds)") }

    /// So much time goes by.
    package func advance(_ seconds: Double) async throws { try await call("Advance", [.double(seconds)]) }

    /// The machine sleeps from now on.
    package func suspend() async throws { try await call("Suspend", []) }

    /// It wakes, having slept so long.
    package func resume(after seconds: Double) async throws { try await call("Resume", [.double(seconds)]) }

    /// The person is in another zone.
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
    /// The agent's clock, where it was started with `--test-clock`.
    package var clock: TestClockProxy { TestClockProxy(connection: connection) }
}
