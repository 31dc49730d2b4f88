// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
package import EventLoop
internal import Glibc
internal import Synchronization

/// logind on a private system bus: one user, whose sessions a test locks.
package final class ScriptedLogind: Sendable {
    private struct State {
        var display = ""
        var locked: Set<String> = []
    }

    package let address: String
    private let connection: Connection
    private let state: Mutex<State>

    private static let manager: ObjectPath = "/org/freedesktop/login1"
    private static let user: ObjectPath = "/org/freedesktop/login1/user/_0"
    private static func path(_ session: String) -> ObjectPath {
        ObjectPath(rawValue: "/org/freedesktop/login1/session/\(session)") ?? manager
    }

    /// Connects to the bus with the sessions c2 and c3; `display` is the one with the screen, empty for none.
    package init(on address: String, display: String = "c2", loop: EventLoop) async throws {
        self.address = address
        connection = try Connection(to: .at(address), on: loop)
        state = Mutex(State(display: display))
        let manager = try Part(
            """
            <interface name="org.freedesktop.login1.Manager"><method name="GetUser">
              <arg name="uid" type="u" direction="in"/><arg name="path" type="o" direction="out"/>
            </method></interface>
            """
        ) { .objectPath(Self.user) }
        try await connection.export(manager, at: Self.manager)
        let user = try Part(
            """
            <interface name="org.freedesktop.login1.User"><property name="Display" type="(so)" access="read"/></interface>
            """
        ) { [weak self] in self?.display ?? .boolean(false) }
        try await connection.export(user, at: Self.user)
        for id in ["c2", "c3"] {
            let session = try Part(
                """
                <interface name="org.freedesktop.login1.Session">
                  <property name="LockedHint" type="b" access="read"/>
                </interface>
                """
            ) { [weak self] in .boolean(self?.state.withLock { $0.locked.contains(id) } ?? false) }
            try await connection.export(session, at: Self.path(id))
        }
        _ = try await connection.requestName("org.freedesktop.login1")
    }

    private var display: Value {
        let id = state.withLock { $0.display }
        return .structure([.string(id), .objectPath(id.isEmpty ? "/" : Self.path(id))])
    }

    /// Sets the hint; without `value` the signal only says that the hint has changed.
    package func lock(_ isLocked: Bool, _ session: String = "c2", tellingValue value: Bool = true) async throws {
        state.withLock { state in
            if isLocked { state.locked.insert(session) } else { state.locked.remove(session) }
        }
        let values: [String: Value] = value ? ["LockedHint": .boolean(isLocked)] : [:]
        try await connection.send(
            .propertiesChanged(
                values, of: "org.freedesktop.login1.Session", at: Self.path(session),
                stale: value ? [] : ["LockedHint"]))
    }

    /// Moves the screen to another session; empty for none.
    package func show(_ session: String) async throws {
        state.withLock { $0.display = session }
        try await connection.send(
            .propertiesChanged(["Display": display], of: "org.freedesktop.login1.User", at: Self.user))
    }

    package func leave() async { await connection.close() }

    private struct Part: ExportedObject {
        let interfaces: [Interface]
        let value: @Sendable () -> Value

        init(_ xml: String, value: @escaping @Sendable () -> Value) throws {
            interfaces = [try Interface(xml: "<node>\(xml)</node>")]
            self.value = value
        }

        func answer(_ call: MethodCall) async throws -> [Value] {
            guard call.arguments.first == .uint32(getuid()) else { throw BusError.failed("No such user.") }
            return [value()]
        }

        func property(_ name: String, of interface: String) async throws -> Value { value() }
    }
}

/// Runs `body` with logind on a private system bus.
package func withScriptedLogind<Result>(
    isLocked: Bool = false, isolation: isolated (any Actor)? = #isolation,
    _ body: (ScriptedLogind) async throws -> Result
) async throws -> Result {
    let loop = EventLoop.onOwnThread(named: "logind")
    defer { loop.stop() }
    return try await withPrivateBus { address in
        let logind = try await ScriptedLogind(on: address, loop: loop)
        if isLocked { try await logind.lock(true) }
        let result = try await body(logind)
        await logind.leave()
        return result
    }
}
