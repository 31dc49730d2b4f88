// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import TestSupport

/// A request, as a program would write it.
func request(_ identifier: String, title: String = "Tea", _ more: [String: Value] = [:]) -> [String: Value] {
    ["identifier": .string(identifier), "title": .string(title)].merging(more) { _, new in new }
}

/// Buttons whose titles are their identifiers.
func buttons(_ identifiers: String...) -> Value {
    .dictionaries(identifiers.map { ["identifier": .string($0), "title": .string($0)] })
}

/// A trigger that fires after this many seconds.
func after(_ seconds: Double) -> Value { .properties(["timeInterval": .double(seconds)]) }

/// A trigger whose date does not matter to the test: tomorrow.
let tomorrow = after(86400)

extension ReceivedNotification {
    /// The key of the button with this label; fails the test if there is none.
    func key(of label: String) -> String { actions.first { $0.label == label }?.key ?? "no button \(label)" }

    var labels: [String] { actions.map(\.label) }
}

extension TestAgent {
    /// The first arguments of the signals of an interface, which programs of the test send.
    func words(of interface: String) async throws -> Mailbox<String> {
        let words = Mailbox<String>()
        try await connection.subscribe(to: MatchRule(interface: interface)) {
            words.put($0.arguments.first?.string ?? "")
        }
        return words
    }

    /// The identifiers of the delivered notifications, with their states.
    func deliveredStates(_ app: String = TestAgent.app) async throws -> [String: String] {
        var states: [String: String] = [:]
        for notification in try await proxy(app).delivered() {
            states[notification["identifier"]?.string ?? ""] = notification["state"]?.string
        }
        return states
    }

    /// Waits until the delivered notifications have these states.
    func waitForDelivered(
        _ states: [String: String], file: String = #fileID, line: Int = #line
    ) async throws {
        try await withDeadline(file: file, line: line) {
            while try await self.deliveredStates() != states { try await yieldUntilDeadline() }
        }
    }

    /// The identifiers of the pending requests, the soonest first.
    func pendingIdentifiers(_ app: String = TestAgent.app) async throws -> [String] {
        try await proxy(app).pending().compactMap { $0["identifier"]?.string }
    }

    /// The number of responses that the agent keeps for receivers.
    func storedResponses() async throws -> Int? { try await proxy().status()["responses"]?.int }

    /// Attaches a delegate.
    func delegate(_ app: String = TestAgent.app, _ options: [String: Value] = [:]) async throws -> TestDelegate {
        let delegate = try await TestDelegate(of: self, app: app)
        try await delegate.proxy.attach(options)
        return delegate
    }
}
