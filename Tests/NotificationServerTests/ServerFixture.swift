// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import NotificationServer
import TestSupport

/// A signal as a program hears it, short enough for a table.
struct Heard: Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    init(_ signal: Message) {
        let arguments = signal.arguments.map { $0.string ?? $0.int.map(String.init) ?? "?" }
        description = "\(signal.member ?? "?")(\(arguments.joined(separator: ", ")))"
    }
}

/// Something that the server's delegate was told.
enum Told: Hashable {
    case shown(UInt32, replaces: Bool)
    case gone(UInt32, CloseReason)
    case nameMoved(isOurs: Bool)
}

/// A real server on a bus, and a program that uses it, each with a connection of its own.
struct ServerFixture: Sendable {
    let address: String
    let server: NotificationServer
    let timers: ManualTimers
    let told: Mailbox<Told>
    let client: Connection
    let heard: Mailbox<Heard>

    /// Calls the server as the client, or as somebody else.
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

    /// What the client has heard so far: whatever was sent before is here once the bus has answered.
    func heardSoFar() async throws -> [String] {
        _ = try await call("GetCapabilities")
        return heard.takeAll().map(\.description)
    }
}

/// Runs a test's body with a server that owns the name and a client that hears its signals.
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

/// What a connection hears of the interface's signals from now on.
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
