// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentInbox
@testable import AgentInterface
@testable import AgentOutbox
import DBus
import FoundationEssentials
import Glibc
import NotificationModel
import Testing

/// Which connections get answers and events.
@Suite struct ListenersTests {
    private func entry(
        _ connection: String, _ app: String = "a", identifiers: [String]? = nil
    ) -> Delegates.Entry {
        Delegates.Entry(connection: connection, app: app, options: AttachOptions(identifiers: identifiers))
    }

    @Test func `the connection that attached last is an application's delegate`() {
        var delegates = Delegates()
        delegates.attach(entry(":1"))
        delegates.attach(entry(":2"))
        delegates.attach(entry(":3", "b"))
        #expect(delegates.delegate(of: "a")?.connection == ":2")
        #expect(delegates.delegate(of: "b")?.connection == ":3")
        #expect(!delegates.knows(":1") && delegates.knows(":2"))
        #expect(delegates.delegate(of: "c") == nil)
    }

    @Test func `a waiting caller is served beside the delegate and other waiting callers`() {
        var delegates = Delegates()
        delegates.attach(entry(":1"))
        delegates.attach(entry(":2", identifiers: ["x"]))
        delegates.attach(entry(":3", identifiers: ["x", "y"]))
        #expect(delegates.delegate(of: "a")?.connection == ":1")
        #expect(delegates.waiting(for: "x", of: "a").map(\.connection) == [":2", ":3"])
        #expect(delegates.waiting(for: "y", of: "a").map(\.connection) == [":3"])
        #expect(delegates.waiting(for: "x", of: "b") == [])

        // A second Attach replaces the options.
        delegates.attach(entry(":3", identifiers: ["z"]))
        #expect(delegates.waiting(for: "y", of: "a") == [])
        delegates.detach(":3", from: "a")
        #expect(!delegates.knows(":3"))
        delegates.detach(":1", from: "b")
        #expect(delegates.knows(":1"))
        delegates.detach(":1", from: nil)
        #expect(delegates.delegate(of: "a") == nil)
    }

    @Test func `a caller that waits for one addition gets no answer of another`() {
        var delegates = Delegates()
        delegates.attach(
            Delegates.Entry(
                connection: ":2", app: "a", options: AttachOptions(identifiers: ["x"], instances: ["new"])))
        delegates.attach(entry(":3", identifiers: ["x"]))
        #expect(delegates.waiting(for: "x", instance: "new", of: "a").map(\.connection) == [":2", ":3"])
        #expect(delegates.waiting(for: "x", instance: "old", of: "a").map(\.connection) == [":3"])
    }

    @Test func `events go to the connections that watch the application, or all`() throws {
        var watchers = Watchers()
        watchers.watch(":1", "a")
        watchers.watch(":2", "*")
        watchers.watch(":3", "b")
        let event = EventRecord(
            cursor: 9, app: "a", identifier: "tea", kind: .fired, date: Date(timeIntervalSince1970: 5),
            detail: ["late": .integer(3)])

        let signals = watchers.signals(for: event)

        #expect(signals.map(\.destination) == [":1", ":2"])
        let signal = try #require(signals.first)
        #expect(signal.interface == AgentNames.interface && signal.member == "Event")
        #expect(signal.arguments.prefix(3).compactMap(\.string) == ["a", "tea", "fired"])
        let detail = signal.arguments.last?.properties
        #expect(detail?["late"] == .int64(3))
        #expect(detail?["cursor"] == .int64(9))
        #expect(detail?["dateUnix"] == .double(5))
        #expect(detail?["date"]?.string?.hasPrefix("1970-01-0") == true)
        watchers.unwatch(":1", "a")
        watchers.remove(":2")
        #expect(watchers.signals(for: event).isEmpty)
        #expect(!watchers.isEmpty && watchers.contains(":3") && !watchers.contains(":1"))
    }
}
