// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import FoundationEssentials
import PushDistributor
import Synchronization
import TestSupport

/// A UnifiedPush connector on a real bus, which does what a test says.
final class TestConnector: Sendable {
    /// A call of the distributor, or the reply to one of ours, in bus order.
    enum Event: Hashable, Sendable {
        case newEndpoint(token: String, endpoint: String, version: Int)
        case message(token: String, body: [UInt8], id: String?, version: Int)
        case unregistered(token: String, version: Int)
        case replied
    }

    enum Behaviour: Sendable {
        case accept
        case fail(BusError)
        /// Fails at the next event, and accepts all later ones.
        case failOnce(BusError)
        case hang
        /// Hangs at the messages with this name, and accepts all else.
        case hangAt(String)
    }

    let service: String
    let connection: Connection
    private let behaviour = Mutex(Behaviour.accept)
    private let events = Mailbox<Event>()

    static let path: ObjectPath = "/org/unifiedpush/Connector"

    /// Takes the bus name of a service.
    init(_ service: String = "org.example.A", on bus: String, _ loop: EventLoop) async throws {
        self.service = service
        connection = try Connection(to: .at(bus), on: loop)
        try await connection.export(try ConnectorObject(self), at: Self.path)
        _ = try await connection.requestName(service, flags: [.doNotQueue])
    }

    func behave(_ behaviour: Behaviour) { self.behaviour.withLock { $0 = behaviour } }

    func next(file: String = #fileID, line: Int = #line) async throws -> Event {
        try await events.next(file: file, line: line)
    }

    /// Returns the endpoint that is named next.
    func nextEndpoint(file: String = #fileID, line: Int = #line) async throws -> String {
        guard case .newEndpoint(_, let endpoint, _) = try await next(file: file, line: line) else {
            throw PrivateBusUnexpected()
        }
        return endpoint
    }

    func takeAll() -> [Event] { events.takeAll() }

    /// Leaves the bus, as a program that ends does.
    func leave() async { await connection.close() }

    /// Registers a token by the second version; returns the reply, whose arrival is an event, too.
    @discardableResult
    func register(
        _ token: String = "t1", _ more: [String: Value] = [:], version: Int = 2
    ) async throws -> [String: Value] {
        let options = ["service": Value.string(service), "token": .string(token)].merging(more) { $1 }
        let arguments: [Value] =
            version == 2
            ? [.properties(options)] : [.string(service), .string(token), options["description"] ?? .string("")]
        let message = call("Register", arguments, version: version)
        let connection = connection
        let reply = try await withCheckedThrowingContinuation { continuation in
            connection.loop.perform { [events] in
                connection.assumeIsolated { connection in
                    connection.start(message) { result in
                        events.put(.replied)
                        continuation.resume(with: result)
                    }
                }
            }
        }
        guard version == 1 else { return reply.arguments.first?.properties ?? [:] }
        return [
            "success": reply.arguments[0], "reason": reply.arguments[1],
        ]
    }

    /// Registers a token, and returns the channel of the endpoint that is named.
    func registered(_ token: String = "t1", version: Int = 2) async throws -> String {
        try await register(token, version: version)
        _ = try await next()
        return String(try await nextEndpoint().split(separator: "/").last ?? "")
    }

    func unregister(_ token: String = "t1", version: Int = 2) async throws {
        let arguments: [Value] = version == 2 ? [.properties(["token": .string(token)])] : [.string(token)]
        _ = try await connection.call(call("Unregister", arguments, version: version))
    }

    func call(_ member: String, _ arguments: [Value], version: Int = 2) -> Message {
        .methodCall(
            destination: DistributorNames.busName, path: DistributorNames.path,
            interface: "org.unifiedpush.Distributor\(version)", member: member, arguments: arguments)
    }

    fileprivate func received(_ event: Event) async throws {
        // The test may change the behaviour as soon as it sees the event.
        let behaviour = behaviour.withLock { behaviour in
            defer { if case .failOnce = behaviour { behaviour = .accept } }
            return behaviour
        }
        events.put(event)
        switch behaviour {
        case .accept: break
        case .fail(let error), .failOnce(let error): throw error
        case .hang: try await Task.sleep(for: .seconds(3600))
        case .hangAt(let name):
            if case .message(_, _, name, _) = event { try await Task.sleep(for: .seconds(3600)) }
        }
    }
}

/// An event of another kind than the test expects.
struct PrivateBusUnexpected: Error {}

private struct ConnectorObject: ExportedObject {
    let interfaces: [Interface]
    private let connector: TestConnector

    init(_ connector: TestConnector) throws {
        let xml = try String(
            contentsOfFile: Checkout.root + "dbus/org.unifiedpush.Connector.xml", encoding: .utf8)
        interfaces = try Interface.all(in: xml)
        self.connector = connector
    }

    func answer(_ call: MethodCall) async throws -> [Value] {
        call.letNextCallsPass()
        let version = call.interface.hasSuffix("2") ? 2 : 1
        let options =
            version == 2
            ? call.arguments.first?.properties ?? [:]
            : Dictionary(
                uniqueKeysWithValues: zip(
                    call.member == "Message" ? ["token", "message", "id"] : ["token", "endpoint"], call.arguments))
        let token = options["token"]?.string ?? ""
        switch call.member {
        case "NewEndpoint":
            let endpoint = options["endpoint"]?.string ?? ""
            try await connector.received(.newEndpoint(token: token, endpoint: endpoint, version: version))
        case "Message":
            let (body, id) = (options["message"]?.bytes ?? [], options["id"]?.string)
            try await connector.received(.message(token: token, body: body, id: id, version: version))
        default: try await connector.received(.unregistered(token: token, version: version))
        }
        return version == 2 ? [.properties([:])] : []
    }
}
