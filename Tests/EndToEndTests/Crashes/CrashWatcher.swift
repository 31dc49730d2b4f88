// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import TestSupport

/// Who watches what the agent does, in all its lives.
final class CrashWatcher: Sendable {
    /// Comes when what it tells of is on disk.
    struct Event: Sendable {
        let identifier: String
        let kind: String
        /// The agent's unique name: another for each of its lives.
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
