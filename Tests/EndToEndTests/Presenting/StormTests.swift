// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Glibc
import NotificationServer
import Testing
import TestSupport

/// Many events at once: in the end the screen shows what the store contains.
@Suite struct StormTests {
    /// A configuration without a flood limit, so that no digest is made, and without showing notifications again.
    private static let unlimited = "[flood]\nburst = 0\n[desktop]\nreshow = \"never\""

    /// Waits until this many notifications are on the screen, and the store agrees.
    private func expectOpen(
        _ titles: [String], on server: ScriptedServer, _ agent: TestAgent, app: String = TestAgent.app
    ) async throws {
        do {
            try await withDeadline {
                while await server.open.map(\.summary).sorted() != titles.sorted() {
                    _ = try await agent.proxy().status()
                }
            }
        } catch {
            let delivered = try await agent.proxy(app).delivered()
            Issue.record(
                """
                On the screen: \(await server.open.map { "\($0.id) \($0.summary)" }), in the store: \
                \(delivered.map { "\($0["title"]?.string ?? "") \($0["state"]?.string ?? "")" })
                """)
            throw error
        }
        try await withDeadline {
            while try await agent.deliveredStates(app).values.contains("presenting") { try await yieldUntilDeadline() }
        }
        let delivered = try await agent.proxy(app).delivered()
        #expect(delivered.compactMap { $0["title"]?.string }.sorted() == titles.sorted())
        #expect(delivered.allSatisfy { $0["state"]?.string == "shown" })
    }

    @Test func `one request that changes quickly is one notification with the last text`() async throws {
        try await withAgentAndServer(configuration: Self.unlimited) { agent, server in
            for number in 0..<40 { _ = try await agent.proxy().add(request("tea", title: "\(number)")) }

            try await expectOpen(["39"], on: server, agent)
        }
    }

    @Test func `the same from many callers at once`() async throws {
        try await withAgentAndServer(configuration: Self.unlimited) { agent, server in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for caller in 0..<4 {
                    group.addTask {
                        let connection = try agent.connect()
                        for number in 0..<10 {
                            _ = try await agent.proxy(TestAgent.app, on: connection).add(
                                request("tea", title: "\(caller)-\(number)"))
                        }
                        await connection.close()
                    }
                }
                try await group.waitForAll()
            }

            let last = try #require(try await agent.proxy().delivered().first?["title"]?.string)
            try await expectOpen([last], on: server, agent)
        }
    }

    @Test func `a notification that is removed while it is shown leaves the screen`() async throws {
        try await withAgentAndServer(configuration: Self.unlimited) { agent, server in
            for _ in 0..<5 {
                _ = try await agent.proxy().addAll((0..<30).map { request("n\($0)", title: "n\($0)") })
                try await agent.proxy().removeAllDelivered()
            }
            _ = try await agent.proxy().add(request("last", title: "last"))

            try await expectOpen(["last"], on: server, agent)
        }
    }

    @Test func `a server that ends in the middle loses nothing`() async throws {
        try await withAgentAndServer(configuration: Self.unlimited) { agent, server in
            let titles = (0..<60).map { "n\($0)" }
            _ = try await agent.proxy().addAll(titles.map { request($0, title: $0) })
            var seen: Set<String> = []
            for _ in 0..<20 { seen.insert(try await server.nextNotification().summary) }

            await server.leave()
            try await server.come()

            while seen.count < 60 { seen.insert(try await server.nextNotification().summary) }
            #expect(seen == Set(titles))
            try await withDeadline {
                while try await agent.deliveredStates().values.contains("presenting") { try await yieldUntilDeadline() }
            }
            let open = Set(await server.open.map(\.summary))
            let states = try await agent.deliveredStates()
            #expect(Set(states.filter { $0.value == "shown" }.keys) == open)
            #expect(states.count == 60)
        }
    }

    @Test func `an orderly end in the middle shows no notification twice`() async throws {
        try await withAgentAndServer(configuration: Self.unlimited) { agent, server in
            let titles = (0..<60).map { "n\($0)" }
            _ = try await agent.proxy().addAll(titles.map { request($0, title: $0) })
            _ = try await server.nextNotification()

            agent.signal(SIGTERM)
            #expect(try await agent.end() == .exited(0))
            try await agent.start()

            try await expectOpen(titles, on: server, agent)
            #expect(await server.open.count == 60)
        }
    }

    @Test func `every press is delivered once`() async throws {
        try await withAgentAndServer(configuration: Self.unlimited) { agent, server in
            let delegate = try await agent.delegate()
            _ = try await agent.proxy().addAll(
                (0..<50).map { request("n\($0)", title: "n\($0)", ["actions": buttons("yes")]) })
            for _ in 0..<50 {
                let shown = try await server.nextNotification()
                await server.press(shown.key(of: "yes"), on: shown)
            }

            var answered: [String] = []
            for _ in 0..<50 {
                let response = try await delegate.nextResponse()
                answered.append(response["notification"]?.properties?["identifier"]?.string ?? "")
            }
            #expect(Set(answered).count == 50)
            try await withDeadline { while try await agent.storedResponses() != 0 { try await yieldUntilDeadline() } }
            #expect(delegate.takeResponses().isEmpty)
            #expect(try await agent.deliveredStates() == [:])
        }
    }
}
