// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop

/// A connection to the session bus and the proxy of its agent.
struct Session: Sendable {
    let connection: Connection
    let agent: AgentProxy

    /// Connects to the agent's bus.
    ///
    /// - Throws: ``Failure`` with exit status 69 that names the bus address.
    init(for application: String) async throws {
        self.init(connection: try await Self.connect(), application: application)
    }

    /// Uses an existing connection.
    init(connection: Connection, application: String) {
        self.connection = connection
        agent = AgentProxy(on: connection, app: application)
    }

    /// Connects to the bus of the person's agent: this session's, unless the agent runs on another.
    static func connect() async throws -> Connection {
        let here = Result { try connectHere() }
        if let elsewhere = await AgentOnOtherBus.connection(besides: try? here.get()) { return elsewhere }
        return try here.get()
    }

    /// Connects to this session's bus only.
    static func connectHere() throws -> Connection {
        do {
            return try Connection(to: .session, on: .main)
        } catch {
            let source =
                if Environment.value("DBUS_SESSION_BUS_ADDRESS") != nil {
                    "$DBUS_SESSION_BUS_ADDRESS"
                } else if Environment.value("XDG_RUNTIME_DIR") != nil {
                    "$XDG_RUNTIME_DIR/bus, as $DBUS_SESSION_BUS_ADDRESS is not set"
                } else {
                    "neither $DBUS_SESSION_BUS_ADDRESS nor $XDG_RUNTIME_DIR is set"
                }
            let failure = Failure(error)
            throw Failure(
                .unavailable,
                "there is no session bus at \(BusAddress.session.address) (\(source)): \(failure.sentence)",
                name: failure.name)
        }
    }
}

extension Session {
    /// Removes a pending or delivered request; errors are ignored.
    ///
    /// With an instance, only this addition is removed, and a newer request with the same identifier stays.
    func withdraw(_ identifier: String, instance: String? = nil) async {
        let named = PageOptions(identifiers: [identifier])
        func isThere(_ rows: [[String: Value]]?) -> Bool {
            instance == nil || rows?.contains { $0["instance"]?.string == instance } == true
        }
        let pending = try? await agent.page(of: .pending, named).rows
        let held = try? await agent.missed().filter { $0["waits"]?.bool == true }
        if isThere(pending) || isThere(held) { _ = try? await agent.removePending([identifier]) }
        if isThere(try? await agent.page(of: .delivered, named).rows) {
            _ = try? await agent.removeDelivered([identifier])
        }
    }

    /// Waits until all messages are sent, above all the acknowledgement of a response.
    ///
    /// The bus keeps the order, so after a round trip it has all of them.
    func settle() async {
        await connection.finishAnswering(within: .seconds(1))
        _ = try? await connection.owner(of: AgentNames.busName)
        await connection.flush()
    }
}

/// The person's agent on a bus other than this command's, such as in a second or nested session.
enum AgentOnOtherBus {
    private static let whereabouts = AgentWhereabouts()

    /// Address of the agent's bus; nil if no agent runs or it is on this bus. It is read from a file.
    static let address = whereabouts.address(otherThan: BusAddress.session.address)

    /// Connects to that bus; nil if no agent is there, or if this bus has an agent.
    static func connection(besides own: Connection?) async -> Connection? {
        guard let address else { return nil }
        return await whereabouts.connection(to: address, besides: own, on: .main)
    }
}

extension AgentProxy {
    /// Schedules a request with the options of `AddAll`.
    ///
    /// `noQueue` refuses a request that can't be shown now, and `answerable` one that can't be answered. With `number`
    /// the call waits for the notification server's number, which is in the outcome.
    ///
    /// - Throws: The refusal of the request, as from `Add`.
    func add(
        _ request: [String: Value], noQueue: Bool, answerable: Bool = false, number: Bool = false
    ) async throws -> [String: Value] {
        guard noQueue || answerable || number else { return try await add(request) }
        var options: [String: Value] = ["noQueue": .boolean(noQueue)]
        if answerable { options["answerable"] = .boolean(true) }
        if number { options["number"] = .boolean(true) }
        let outcome = try await addAll([request], options: options).first ?? [:]
        if let error = AddedRow.error(of: outcome) { throw error }
        return outcome
    }
}
