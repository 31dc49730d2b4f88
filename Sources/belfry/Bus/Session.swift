// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop

/// A connection to the bus of the person's agent, with a proxy of that agent.
struct Session: Sendable {
    let connection: Connection
    let agent: AgentProxy

    /// Connects to the agent's bus.
    ///
    /// - Throws: ``Failure`` with exit status 69 and a message that names the bus address.
    init(for application: String) async throws {
        self.init(connection: try await Self.connect(), application: application)
    }

    /// Creates a session on an existing connection.
    init(connection: Connection, application: String) {
        self.connection = connection
        agent = AgentProxy(on: connection, app: application)
    }

    /// Connects to the bus of the person's agent: this login session's bus, unless the agent runs on another bus.
    static func connect() async throws -> Connection {
        let here = Result { try connectHere() }
        if let elsewhere = await AgentOnOtherBus.connection(besides: try? here.get()) { return elsewhere }
        return try here.get()
    }

    /// Connects to this login session's bus, even if the agent runs on another bus.
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
    /// With `instance`, only that instance of the request is removed; a newer request with the same identifier stays.
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

    /// Waits for at most a second until all messages are sent, above all the acknowledgement of a response.
    ///
    /// The bus keeps the order of messages, so after a round trip the bus has received all earlier messages.
    func settle() async {
        await connection.finishAnswering(within: .seconds(1))
        _ = try? await connection.owner(of: AgentNames.busName)
        await connection.flush()
    }
}

/// The person's agent on a bus other than this command's, such as for a command in a second or nested login session.
enum AgentOnOtherBus {
    private static let whereabouts = AgentWhereabouts()

    /// Address of the agent's bus, read from the file that the agent writes; nil if no agent runs or the agent is on
    /// this command's bus.
    static let address = whereabouts.address(otherThan: BusAddress.session.address)

    /// Connects to the bus at ``address``; nil if no agent is on that bus, or if this command's own bus has an agent.
    static func connection(besides own: Connection?) async -> Connection? {
        guard let address else { return nil }
        return await whereabouts.connection(to: address, besides: own, on: .main)
    }
}

extension AgentProxy {
    /// Adds a request with options of `AddAll`, and returns its outcome.
    ///
    /// With `noQueue`, the agent refuses a request that it can't present now. With `answerable`, it refuses a request
    /// that can't be answered. With `number`, the agent waits for the notification server's reply, and the outcome has
    /// the server's number of the notification. With `isTrial`, nothing is added. With `isUndoable`, the person can
    /// take the addition back.
    ///
    /// - Throws: The agent's refusal of the request, as the call `Add` returns it, or an error of the bus.
    func add(
        _ request: [String: Value], noQueue: Bool, answerable: Bool = false, number: Bool = false,
        isTrial: Bool = false, isUndoable: Bool = false
    ) async throws -> [String: Value] {
        let hasMark = isUndoable && !TerminalSession.mark.isEmpty
        guard noQueue || answerable || number || isTrial || hasMark else { return try await add(request) }
        var options: [String: Value] = ["noQueue": .boolean(noQueue)]
        if isTrial { options["dryRun"] = .boolean(true) }
        if answerable { options["answerable"] = .boolean(true) }
        if number { options["number"] = .boolean(true) }
        let outcomes =
            hasMark
            ? try await marked { try await addAll([request], options: options.merging($0) { own, _ in own }) }
            : try await addAll([request], options: options)
        let outcome = outcomes.first ?? [:]
        if let error = AddedRow.error(of: outcome) { throw error }
        return outcome
    }
}
