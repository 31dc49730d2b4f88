// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import DistributorStore
import EventLoop
import FoundationEssentials
import Logging
@testable import PushDistributor
import Synchronization
import TestSupport

/// A subscription that a test feeds with messages, in the place of a push server.
final class ScriptedSubscription: ChannelSubscription {
    let server: String
    private let receive: ServerSubscription.Receiver
    private let changes = Mailbox<[String]>()
    private let retries = Mailbox<Void>()
    private let isStopped = Mutex(false)
    private let state = Mutex(SubscriptionReport(state: "connected"))

    init(_ server: String, _ receive: @escaping ServerSubscription.Receiver) {
        (self.server, self.receive) = (server, receive)
    }

    func setChannels(_ channels: [String]) async { changes.put(channels) }
    func retryNow() async { retries.put(()) }
    func stop() async { isStopped.withLock { $0 = true } }
    func report() async -> SubscriptionReport { state.withLock { $0 } }

    func setReport(_ report: SubscriptionReport) { state.withLock { $0 = report } }
    var hasStopped: Bool { isStopped.withLock { $0 } }

    /// Returns the channels that are set next.
    func nextChannels(file: String = #fileID, line: Int = #line) async throws -> [String] {
        try await changes.next(file: file, line: line)
    }

    func nextRetry() async throws { try await retries.next() }

    /// Delivers messages, as the server would; returns when they are stored.
    func deliver(_ ids: [String], on channel: String, body: [UInt8] = [1, 2, 3]) async throws {
        let messages = ids.map { PushMessage(channel: channel, id: $0, body: body, received: Date()) }
        let position = StreamPosition(server: server, stream: 0, channels: [channel], cursor: ids.last ?? "")
        try await receive(messages, position, 0)
    }
}

/// A distributor on a private bus, with scripted subscriptions.
struct DistributorFixture: Sendable {
    let bus: String
    let loop: EventLoop
    let distributor: Distributor
    let store: DistributorStore
    let configurationPath: String
    fileprivate let made: Mailbox<ScriptedSubscription>
    let connection: Connection

    static let servers = """
        [servers.home]
        engine = "nchan"
        publish = "https://push.example.org/p/"
        subscribe = "https://push.example.org/s/"

        """

    /// Returns the subscription that is made next.
    func nextSubscription(file: String = #fileID, line: Int = #line) async throws -> ScriptedSubscription {
        try await made.next(file: file, line: line)
    }

    func connector(_ service: String = "org.example.A") async throws -> TestConnector {
        try await TestConnector(service, on: bus, loop)
    }

    /// Applies a changed configuration, as SIGHUP does.
    func use(_ toml: String) async throws {
        try Data(toml.utf8).write(to: URL(filePath: configurationPath))
        await distributor.use(try DistributorConfiguration(contentsOf: configurationPath))
    }

    /// Waits until nothing waits in the store.
    func waitUntilDelivered() async throws {
        try await withDeadline {
            while try !store.waitingCounts().isEmpty { try await yieldUntilDeadline() }
        }
    }

    /// Waits until the connector of the first registration has a state, such as `pausing`.
    func waitUntilState(is state: String) async throws {
        try await withDeadline {
            while try await ask("Registrations")?.array?.first?.properties?["state"] != .string(state) {
                try await yieldUntilDeadline()
            }
        }
    }

    /// Registers a token, and returns the channel of its endpoint once the distributor has the acknowledgement.
    ///
    /// A distributor with little patience sends the endpoint again to a connector on a loaded machine.
    func acknowledgedChannel(of connector: TestConnector) async throws -> String {
        let channel = try await connector.registered()
        try await waitUntilState(is: "idle")
        _ = connector.takeAll()
        return channel
    }

    /// Calls a method for people.
    func ask(_ member: String) async throws -> Value? {
        let call = Message.methodCall(
            destination: DistributorNames.busName, path: DistributorNames.path, interface: DistributorNames.status,
            member: member)
        return try await connection.call(call).arguments.first
    }
}

/// Runs a test's body with a distributor on a private bus.
func withDistributor(
    _ toml: String = DistributorFixture.servers, serviceFolder: String? = nil, patience: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation, _ body: (DistributorFixture) async throws -> Void
) async throws {
    let folder = try temporaryFolder("distributor")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/distributor.toml"
    try Data(toml.utf8).write(to: URL(filePath: path))
    let loop = EventLoop.onOwnThread(named: "distributor")
    defer { loop.stop() }
    try await withPrivateBus(serviceFolder: serviceFolder) { bus in
        let store = try DistributorStore(at: folder + "/state")
        defer { store.close() }
        let connection = try Connection(to: .at(bus), on: loop)
        let made = Mailbox<ScriptedSubscription>()
        let distributor = Distributor(
            connection: connection, store: store, configurationPath: path,
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
            makeSubscription: { server, _, receive in
                let subscription = ScriptedSubscription(server.name, receive)
                made.put(subscription)
                return subscription
            }, damaged: { _ in })
        await distributor.begin(try DistributorConfiguration(contentsOf: path))
        try await distributor.start(patience: patience)
        let fixture = DistributorFixture(
            bus: bus, loop: loop, distributor: distributor, store: store, configurationPath: path, made: made,
            connection: try Connection(to: .at(bus), on: loop))
        let result: Result<Void, any Error>
        do { result = .success(try await body(fixture)) } catch { result = .failure(error) }
        await distributor.stop()
        await connection.close()
        await fixture.connection.close()
        try result.get()
    }
}
