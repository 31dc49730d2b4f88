// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentDesktop
import AgentInbox
import AgentInterface
import DBus
import DesktopPresentation
import EventLoop
import FoundationEssentials
import Glibc

/// Takes the place of the agent that runs, such as after an update: `--replace`.
///
/// It stands in the queue for the bus name and asks the other one to end, by SIGTERM, which each version understands. From
/// the moment that one gives up the name, which the bus puts in one order with everything else, calls and the server's
/// signals are kept here, until there is a store to write them to. What came before is the other one's.
actor Takeover {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// The agent's connection, which has the name already when the agent begins.
    let connection: Connection
    private let center: WaitingCenter
    private var subscriptions: [Subscription] = []
    private var isOwner = false
    private var signals: [Message] = []
    private(set) var predecessor: Int32?

    /// How long the other agent may take: it finishes what it has begun with the server, with receivers and the disk.
    static let patience = Duration.seconds(15)
    /// How many signals are kept; broadcasting servers send everybody's.
    private static let limit = 1000
    /// What the kernel calls an agent's process.
    private static let program = "belfryd"

    init(connection: Connection, isTest: Bool) throws {
        self.connection = connection
        loop = connection.loop
        center = try WaitingCenter(isTest: isTest)
    }

    /// Queues for the name and asks the one who has it to end; nobody having it is no error.
    ///
    /// - Throws: ``CannotReplace`` where it can't be asked, ``DBus/BusError``.
    func begin() async throws {
        try await connection.export(center, at: AgentNames.path)
        let rule = MatchRule(path: NotifyCall.path, interface: NotifyCall.interface)
        subscriptions.append(
            try await connection.subscribe(to: rule) { [weak self] signal in
                self?.assumeIsolated { $0.heard(signal) }
            })
        subscriptions.append(
            try await connection.watch(name: AgentNames.busName) { [weak self] _, new in
                self?.assumeIsolated { $0.isOwner = new == $0.connection.uniqueName }
            })
        guard case .inQueue = try await connection.requestName(AgentNames.busName),
            let owner = try await connection.owner(of: AgentNames.busName), owner != connection.uniqueName
        else { return }
        guard let process = try await connection.credentials(of: owner).processID,
            // Of another machine, or a container's, the number would be somebody else's here.
            Self.name(of: process) == Self.program
        else { throw CannotReplace(reason: "\(owner) has its name and is no \(Self.program) of this machine") }
        guard kill(process, SIGTERM) == 0 else {
            throw CannotReplace(reason: "process \(process) can't be asked to end: \(String(cString: strerror(errno)))")
        }
        predecessor = process
    }

    /// Lets the waiting calls through to the agent, whose own object takes the place of this one's.
    ///
    /// - Returns: The server's signals since the name was given up, in order; this one hears no more.
    func end(with object: any ExportedObject) throws -> [Message] {
        try connection.assumeIsolated {
            $0.unexport(at: AgentNames.path)
            try $0.export(object, at: AgentNames.path)
        }
        center.open(to: object)
        return signals
    }

    /// The agent's desktop hears for itself.
    func stopListening() {
        for subscription in subscriptions { subscription.cancel() }
        subscriptions = []
        signals = []
    }

    private func heard(_ signal: Message) {
        if isOwner, signals.count < Self.limit, signal.cost < Desktop.unmetCost { signals.append(signal) }
    }

    private static func name(of process: Int32) -> String? {
        let text = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
        return text.map { String($0.prefix { $0 != "\n" }) }
    }
}
