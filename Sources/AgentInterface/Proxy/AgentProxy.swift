// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
import Triggers

/// The caller's side of the agent: one method for each of the contract.
///
/// A call starts the agent by D-Bus activation where it is installed. Refusals come back as
/// ``NotificationModel/Refusal``, everything else as ``DBus/BusError``.
package struct AgentProxy: Sendable {
    package let connection: Connection
    /// The application id that calls speak for; empty is the caller's own.
    package let app: String

    package init(on connection: Connection, app: String = "") {
        self.connection = connection
        self.app = app
    }

    /// Schedules one request; returns once it is on disk.
    ///
    /// - Parameter request: The contract's flat dictionary.
    /// - Returns: The contract's outcome.
    /// - Throws: ``NotificationModel/Refusal``, ``DBus/BusError``.
    package func add(_ request: [String: Value]) async throws -> [String: Value] {
        let reply = try await call(.add, [.string(app), .properties(request)])
        return reply.last?.properties ?? [:]
    }

    /// Schedules many in one transaction; one outcome for each, in order.
    package func addAll(_ requests: [[String: Value]], options: [String: Value] = [:]) async throws -> [[String: Value]]
    {
        try await list(.addAll, [.string(app), .dictionaries(requests), .properties(options)])
    }

    /// Cancels; returns those that were pending.
    package func removePending(_ identifiers: [String]) async throws -> [String] {
        try await call(.removePending, [.string(app), .strings(identifiers)]).first?.strings ?? []
    }

    /// Takes off the screen; returns those that were delivered.
    package func removeDelivered(_ identifiers: [String]) async throws -> [String] {
        try await call(.removeDelivered, [.string(app), .strings(identifiers)]).first?.strings ?? []
    }

    package func removeAllPending() async throws { try await call(.removeAllPending, [.string(app)]) }

    package func removeAllDelivered() async throws { try await call(.removeAllDelivered, [.string(app)]) }

    package func setCategories(_ categories: [[String: Value]]) async throws {
        try await call(.setCategories, [.string(app), .dictionaries(categories)])
    }

    package func categories() async throws -> [[String: Value]] { try await list(.categories, [.string(app)]) }

    package func settings() async throws -> [String: Value] {
        try await call(.settings, [.string(app)]).first?.properties ?? [:]
    }

    /// Has the application show its own notification settings; false where it does not run.
    ///
    /// They are wanted for the delivered notification that `identifier` names; empty for none.
    package func openSettings(for identifier: String = "") async throws -> Bool {
        try await call(.openSettings, [.string(app), .string(identifier)]).first?.bool ?? false
    }

    package func snooze(_ identifier: String, seconds: Double) async throws {
        try await call(.snooze, [.string(app), .string(identifier), .double(seconds)])
    }

    /// Shows delivered ones again; none is all, the newest few of them. Returns those that are shown.
    package func repost(_ identifiers: [String]) async throws -> [String] {
        try await call(.repost, [.string(app), .strings(identifiers)]).first?.strings ?? []
    }

    /// Holds back the application's notifications; 0 seconds is until ``resume()``.
    package func pause(seconds: Double) async throws { try await call(.pause, [.string(app), .double(seconds)]) }

    package func resume() async throws { try await call(.resume, [.string(app)]) }

    package func missed() async throws -> [[String: Value]] { try await list(.missed, [.string(app)]) }

    package func explain(_ trigger: [String: Value], count: UInt32) async throws -> [String: Value] {
        try await call(.explain, [.properties(trigger), .uint32(count)]).first?.properties ?? [:]
    }

    package func status() async throws -> [String: Value] {
        try await call(.status, []).first?.properties ?? [:]
    }

    package func log(_ options: [String: Value]) async throws -> [[String: Value]] {
        try await list(.log, [.string(app), .properties(options)])
    }

    /// Makes this connection the delegate; export a ``DelegateObject`` first.
    package func attach(_ options: [String: Value] = [:]) async throws {
        try await call(.attach, [.string(app), .properties(options)])
    }

    package func detach() async throws { try await call(.detach, [.string(app)]) }

    package func watch() async throws { try await call(.watch, [.string(app)]) }

    package func list(_ method: AgentMethod, _ arguments: [Value]) async throws -> [[String: Value]] {
        try await call(method, arguments).first?.array?.compactMap(\.properties) ?? []
    }

    @discardableResult
    package func call(_ method: AgentMethod, _ arguments: [Value]) async throws -> [Value] {
        let message = Message.methodCall(
            destination: AgentNames.busName, path: AgentNames.path, interface: AgentNames.interface,
            member: method.rawValue, arguments: arguments)
        do {
            return try await connection.call(message).arguments
        } catch let error as BusError {
            throw Refusal(error) ?? error
        }
    }
}

extension Value {
    /// An array of dictionaries, `aa{sv}`.
    package static func dictionaries(_ values: [[String: Value]]) -> Value {
        .array(values.map(Value.properties), of: Value.properties([:]).type)
    }
}
