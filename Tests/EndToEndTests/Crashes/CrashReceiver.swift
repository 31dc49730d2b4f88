// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Glibc
import Synchronization
import TestSupport

/// The application that gets the responses; it survives the agent.
final class CrashReceiver: Sendable {
    /// A response that it got.
    struct Received: Sendable {
        let identifier: String
        let version: Int
        let due: Double
        let action: String
        let isAcknowledged: Bool
    }

    /// What the application does with a response.
    enum Manner: Sendable {
        case acknowledges
        case fails
        /// Ends the agent before it acknowledges the response.
        case kills
    }

    let connection: Connection
    let proxy: AgentProxy
    private let manner = Mutex(Manner.acknowledges)
    private let received = Mailbox<Received>()
    private let agent: TestAgent

    init(of agent: TestAgent) async throws {
        self.agent = agent
        connection = try agent.connect()
        proxy = agent.proxy(on: connection)
        let object = try DelegateObject(didReceive: { [weak self] in try self?.receive($0) })
        try await connection.export(object, at: AgentNames.delegatePath)
    }

    func behave(_ manner: Manner) { self.manner.withLock { $0 = manner } }

    /// Whether the next response is the last one of its sender.
    var isKilling: Bool { manner.withLock { $0 } == .kills }

    /// All responses that it got; no response of an ended agent is in flight any more.
    func take() async throws -> [Received] {
        _ = try await connection.owner(of: AgentNames.busName)
        return received.takeAll()
    }

    private func receive(_ response: [String: Value]) throws {
        let manner = manner.withLock { $0 }
        let notification = response["notification"]?.properties ?? [:]
        let title = CrashRequest.parse(notification["title"]?.string ?? "")
        let kind = response["kind"]?.string ?? ""
        let action =
            switch kind {
            case "action": response["actionIdentifier"]?.string ?? ""
            case "text": "\(response["actionIdentifier"]?.string ?? ""): \(response["userText"]?.string ?? "")"
            default: kind
            }
        if manner == .kills { agent.signal(SIGKILL) }
        received.put(
            Received(
                identifier: title?.identifier ?? "", version: title?.version ?? 0,
                due: notification["dueUnix"]?.double ?? .nan,
                action: action,
                isAcknowledged: manner == .acknowledges))
        if manner != .acknowledges { throw BusError.failed("This receiver can't take it.") }
    }
}
