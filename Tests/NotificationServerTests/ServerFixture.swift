// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import NotificationServer
import TestSupport

/// A signal that a client has received, in a short form for tables.
struct Heard: Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    init(_ signal: Message) {
        let arguments = signal.arguments.map { $0.string ?? $0.int.map(String.init) ?? "?" }
        description = "\(signal.member ?? "?")(\(arguments.joined(separator: ", ")))"
    }
}

/// A call of the server's delegate.
enum Told: Hashable {
    case shown(UInt32, replaces: Bool)
    case gone(UInt32, CloseReason)
    case nameMoved(isOurs: Bool)
}

/// A real server on a bus, and a client, each with its own connection.
struct ServerFixture: Sendable {
    let address: String
    let server: NotificationServer
    let timers: ManualTimers
    let told: Mailbox<Told>
    let client: Connection
    let heard: Mailbox<Heard>

    /// Calls the server from the client, or from another connection.
    func call(_ member: String, _ arguments: [Value] = [], from caller: Connection? = nil) async throws -> [Value] {
        let message = Message.methodCall(
            destination: NotificationServer.interfaceName, path: NotificationServer.path,
            interface: NotificationServer.interfaceName, member: member, arguments: arguments)
        return try await (caller ?? client).call(message, timeout: .seconds(10)).arguments
    }

    /// Sends a `Notify` and returns the number.
    func notify(_ arguments: [Value] = ReceivedNotification.arguments(), from caller: Connection? = nil) async throws
        -> UInt32
    {
        guard case .uint32(let id)? = try await call("Notify", arguments, from: caller).first else { return 0 }
        return id
    }

    /// The signals that the client has received so far. When the bus has replied to a call, all earlier signals have
    /// arrived.
    func heardSoFar() async throws -> [String] {
        _ = try await call("GetCapabilities")
        return heard.takeAll().map(\.description)
    }
}

/// Runs a test's body with a server that owns the name and a client that receives its signals.
func withServer(
    _ configuration: NotificationServerConfiguration = .init(), flags: NameFlags = .allowReplacement,
    _ body: (ServerFixture) async throws -> Void
) async throws {
    try await withPrivateBus { address in
        let loop = EventLoop.onOwnThread(named: "server")
        let clientLoop = EventLoop.onOwnThread(named: "client")
        defer {
            loop.stop()
            clientLoop.stop()
        }
        let told = Mailbox<Told>()
        let timers = ManualTimers()
        let connection = try Connection(to: .at(address), on: loop)
        let server = NotificationServer(
            on: connection, configuration: configuration, timers: timers,
            delegate: Recorder(name: connection.uniqueName, told: told))
        try await server.export()
        let client = try Connection(to: .at(address), on: clientLoop)
        let heard = try await hearing(client)
        _ = try await server.takeName(flags)
        let fixture = ServerFixture(
            address: address, server: server, timers: timers, told: told, client: client, heard: heard)
        do { try await body(fixture) } catch {
            await connection.close()
            await client.close()
            throw error
        }
        await connection.close()
        await client.close()
    }
}

/// The signals of the interface that a connection receives from now on.
func hearing(_ connection: Connection) async throws -> Mailbox<Heard> {
    let heard = Mailbox<Heard>()
    try await connection.subscribe(
        to: MatchRule(sender: NotificationServer.interfaceName, interface: NotificationServer.interfaceName)
    ) { heard.put(Heard($0)) }
    return heard
}

private struct Recorder: NotificationServerDelegate {
    let name: String
    let told: Mailbox<Told>

    func show(_ notification: ReceivedNotification, replacing old: ReceivedNotification?) {
        told.put(.shown(notification.id, replaces: old != nil))
    }

    func take(_ notification: ReceivedNotification, awayBecause reason: CloseReason) {
        told.put(.gone(notification.id, reason))
    }

    func nameMoved(to owner: String?) { told.put(.nameMoved(isOurs: owner == name)) }
}
