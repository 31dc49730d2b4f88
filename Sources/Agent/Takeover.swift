// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentDesktop
import AgentInbox
import AgentInterface
import AgentPush
import DBus
import DesktopPresentation
import EventLoop
import FoundationEssentials
import Glibc

/// Replaces the running agent, such as after an update: `--replace`.
///
/// This agent queues for the bus name and asks the running agent to end, by SIGTERM, which every version understands.
/// The bus orders the release of the name with all other messages. From the release on, this actor keeps calls and the
/// server's signals until there is a store to write them to. The other agent handles all earlier calls and signals.
actor Takeover: LoopActor {
    nonisolated let loop: EventLoop

    /// This agent's connection, which owns the bus name before this agent begins to work.
    let connection: Connection
    /// The objects that keep calls waiting, by path.
    private let waiting: [ObjectPath: WaitingObject]
    private var subscriptions: [Subscription] = []
    private var isOwner = false
    private var signals: [Message] = []
    private(set) var predecessor: Int32?

    /// Time in which the other agent must finish its work and unlock the store.
    static let patience = Duration.seconds(15)
    /// Largest number of kept signals of the notification server; some servers broadcast the signals of all clients.
    private static let limit = 1000
    /// The kernel's name for an agent's process.
    private static let program = "belfryd"

    init(connection: Connection, isTest: Bool) throws {
        self.connection = connection
        loop = connection.loop
        waiting = [
            AgentNames.path: WaitingObject(try NotificationCenterObject.interfaces(isTest: isTest)),
            PushNames.connectorPath: WaitingObject(try PushService.interfaces()),
        ]
    }

    /// Queues for the bus name and asks its owner to end; a name without an owner is no error.
    ///
    /// - Throws: ``CannotReplace`` if the owner can't be asked, ``DBus/BusError``.
    func begin() async throws {
        for (path, object) in waiting { try await connection.export(object, at: path) }
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
            // The PID of a process on another machine or in a container would name another process on this machine.
            Self.name(of: process) == Self.program
        else {
            throw CannotReplace(
                reason: "\(owner) owns the bus name but is not a \(Self.program) process of this machine")
        }
        guard kill(process, SIGTERM) == 0 else {
            throw CannotReplace(reason: "process \(process) can't be asked to end: \(String(cString: strerror(errno)))")
        }
        predecessor = process
    }

    /// Lets the waiting calls through to the agent, whose objects replace the waiting objects.
    ///
    /// - Parameter objects: The agent's objects by path.
    /// - Returns: The notification server's signals since the other agent released the bus name, in order.
    /// - Throws: ``DBus/BusError`` if an object can't be exported.
    func end(with objects: [ObjectPath: any ExportedObject]) throws -> [Message] {
        for (path, object) in objects {
            try connection.assumeIsolated {
                $0.unexport(at: path)
                try $0.export(object, at: path)
            }
            waiting[path]?.open(to: object)
        }
        return signals
    }

    /// Stops listening to the notification server, because the agent's desktop listens from now on.
    func stopListening() {
        for subscription in subscriptions { subscription.cancel() }
        subscriptions = []
        signals = []
    }

    private func heard(_ signal: Message) {
        if isOwner, signals.count < Self.limit, signal.cost < Desktop.signalCost { signals.append(signal) }
    }

    private static func name(of process: Int32) -> String? {
        let text = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
        return text.map { String($0.prefix { $0 != "\n" }) }
    }
}

/// The error if the running agent can't be replaced.
package struct CannotReplace: Error, CustomStringConvertible {
    /// The reason why the running agent can't be replaced, as a part of a sentence.
    let reason: String
    package var description: String { "can't replace the running belfryd: \(reason)" }
}

/// The error for another agent of this person that owns the bus name or has the store, on whatever bus.
package struct AlreadyRunning: Error, CustomStringConvertible {
    /// The address of the other agent's bus; nil if that agent is on this bus, or if the address is not known.
    package var address: String?

    package var description: String {
        "your belfryd is already running, on "
            + (address.map { "another session bus, \($0), where the belfry command finds it" }
                ?? "this session bus or another one")
    }
}
