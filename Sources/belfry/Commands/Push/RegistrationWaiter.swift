// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop

/// Waits until a registration has an address, or has failed.
actor RegistrationWaiter {
    nonisolated var unownedExecutor: UnownedSerialExecutor { EventLoop.main.asUnownedSerialExecutor() }

    private let session: Session
    private let instance: String
    private var changes = 0
    private var waiting: CheckedContinuation<Void, Never>?
    private var isOver = false

    init(_ session: Session, instance: String) {
        self.session = session
        self.instance = instance
    }

    /// Watches the application's events; call this before the registration is made.
    func watch() async throws {
        let rule = MatchRule(
            sender: AgentNames.busName, path: AgentNames.path, interface: AgentNames.interface,
            member: AgentNames.event)
        try await session.connection.subscribe(to: rule) { [weak self] signal in
            let kind = signal.arguments.dropFirst(2).first?.string
            guard kind == "registered" || kind == "unregistered" else { return }
            self?.assumeIsolated { $0.changed() }
        }
        try await session.agent.watch()
    }

    /// Returns the registration once it is registered or has failed, or as it is when the time is over.
    func wait(for first: [String: Value], limit: Duration) async throws -> [String: Value] {
        var registration = first
        let timer = TimerSource(after: limit, on: .main) { [weak self] in
            self?.assumeIsolated { waiter in
                waiter.isOver = true
                waiter.changed()
            }
        }
        defer { timer.cancel() }
        var seen = 0
        while true {
            // The state may have changed before the first event could be seen.
            let rows = try await session.agent.remoteRegistrations()
            registration = rows.first { $0["instance"]?.string == instance } ?? registration
            if registration["state"]?.string != "pending" || isOver { return registration }
            if changes == seen { await withCheckedContinuation { waiting = $0 } }
            seen = changes
        }
    }

    private func changed() {
        changes += 1
        waiting?.resume()
        waiting = nil
    }
}
