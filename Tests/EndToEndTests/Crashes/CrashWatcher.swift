// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import TestSupport

/// A client that watches the agent's events, in all its lives.
final class CrashWatcher: Sendable {
    /// An event, which is sent after its contents are on disk.
    struct Event: Sendable {
        let identifier: String
        let kind: String
        /// The agent's unique name, which differs in each of its lives.
        let sender: String
    }

    private let events = Mailbox<Event>()

    init(of agent: TestAgent) async throws {
        let rule = MatchRule(interface: AgentNames.interface, member: AgentNames.event)
        try await agent.connection.subscribe(to: rule) { [events] signal in
            guard signal.arguments.count == 4, let identifier = signal.arguments[1].string,
                let kind = signal.arguments[2].string
            else { return }
            events.put(Event(identifier: identifier, kind: kind, sender: signal.sender ?? ""))
        }
    }

    func take() -> [Event] { events.takeAll() }
}
