// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import AgentInterface
package import DBus

/// The events that an agent sends to a connection that called `Watch`.
package final class AgentEvents: Sendable {
    /// One `Event` signal.
    package struct Event: Hashable, Sendable, CustomStringConvertible {
        package let app: String
        package let identifier: String
        package let kind: String
        package let detail: [String: Value]
        package var description: String { "\(kind) \(identifier)" }
    }

    private let mailbox: Mailbox<Event>

    /// Watches one application, or all ("*"), from now on.
    package init(of agent: TestAgent, app: String = AgentNames.allApplications) async throws {
        let mailbox = Mailbox<Event>()
        self.mailbox = mailbox
        let rule = MatchRule(sender: AgentNames.busName, interface: AgentNames.interface, member: AgentNames.event)
        try await agent.connection.subscribe(to: rule) { signal in
            guard signal.arguments.count == 4, let app = signal.arguments[0].string,
                let identifier = signal.arguments[1].string, let kind = signal.arguments[2].string
            else { return }
            mailbox.put(
                Event(app: app, identifier: identifier, kind: kind, detail: signal.arguments[3].properties ?? [:]))
        }
        try await agent.proxy(app).watch()
    }

    /// Returns the next event of this kind, for this request if given; drops others. Throws at the deadline.
    @discardableResult
    package func next(
        _ kind: String, of identifier: String? = nil, seconds: Double = 30, file: String = #fileID, line: Int = #line
    ) async throws -> Event {
        while true {
            let event = try await mailbox.next(seconds: seconds, file: file, line: line)
            if event.kind == kind, identifier == nil || event.identifier == identifier { return event }
        }
    }

    /// Removes and returns the remaining events, as `kind identifier`.
    package func takeAll() -> [String] { mailbox.takeAll().map(\.description) }
}
