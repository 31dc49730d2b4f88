// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Glibc
import Synchronization
import TestSupport

/// The application that the responses are for; it outlives the agent.
final class CrashReceiver: Sendable {
    /// A response that it was told.
    struct Received: Sendable {
        let identifier: String
        let version: Int
        let due: Double
        let action: String
        let isAcknowledged: Bool
    }

    /// What it does when a response comes.
    enum Manner: Sendable {
        case acknowledges
        case fails
        /// Ends the agent with the response in hand.
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

    /// Whether the next response is its sender's last.
    var isKilling: Bool { manner.withLock { $0 } == .kills }

    /// All that it was told; nothing of an agent that has ended is on the way any more.
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
