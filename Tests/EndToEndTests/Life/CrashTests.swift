// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Glibc
import NotificationServer
import Testing
import TestSupport

/// kill -9 of the agent between any two steps loses nothing; design promises 1, 2 and 3.
@Suite struct CrashTests {
    private func crash(_ point: String) -> [String: String] { ["BELFRYD_CRASH_AT": point] }

    @Test func `after the commit, before the reply: the request is there`() async throws {
        try await withAgent(environment: crash("after-add-commit")) { agent in
            await #expect(throws: BusError.self) {
                try await agent.proxy().add(request("tea", ["trigger": tomorrow]))
            }
            #expect(try await agent.end() == .signalled(SIGKILL))

            try await agent.start()

            #expect(try await agent.pendingIdentifiers() == ["tea"])
        }
    }

    @Test func `after the commit, before it is shown: it is shown once`() async throws {
        try await withAgent(environment: crash("after-add-commit")) { agent in
            try await withScriptedServer(on: agent.bus) { server in
                await #expect(throws: BusError.self) { try await agent.proxy().add(request("tea")) }
                try await agent.end()

                try await agent.start()

                let shown = try await server.nextNotification()
                #expect(shown.summary == "Tea")
                try await agent.hasMet(server)
                #expect(await server.open.count == 1)
            }
        }
    }

    @Test func `fired, before it is shown: it is shown once`() async throws {
        try await withAgent(environment: crash("after-fire-commit")) { agent in
            try await withScriptedServer(on: agent.bus) { server in
                // The agent may fire the request, and die, before it sends the reply.
                _ = try? await agent.proxy().add(request("tea", ["trigger": after(0.1)]))
                #expect(try await agent.end() == .signalled(SIGKILL))

                try await agent.start()

                let shown = try await server.nextNotification()
                #expect(shown.summary == "Tea")
                #expect(try await agent.pendingIdentifiers() == [])
                #expect(await server.open.count == 1)
            }
        }
    }

    @Test func `shown, before its number is persisted: the one window for a second showing, which is logged`()
        async throws
    {
        try await withAgent { agent in
            try await withScriptedServer(on: agent.bus) { server in
                try await agent.kill()
                try await agent.start(crash("after-notify"))
                try await agent.hasMet(server)
                // The agent may show the notification, and die, before it sends the reply.
                _ = try? await agent.proxy().add(request("tea"))
                let first = try await server.nextNotification()
                #expect(try await agent.end() == .signalled(SIGKILL))

                try await agent.start()

                let second = try await server.nextNotification()
                #expect(second.summary == first.summary)
                let events = try await AgentEvents(of: agent)
                let log = try await agent.proxy().log([:]).compactMap { $0["kind"]?.string }
                if !log.contains("repeated") { try await events.next("repeated", of: "tea") }
                // Either showing can be answered, the older one by its buttons, because their keys name the request.
                let delegate = try await agent.delegate()
                await server.press("default", on: second)
                #expect(try await delegate.nextResponse()["kind"]?.string == "default")
            }
        }
    }

    @Test(arguments: [true, false])
    func `R3: a press on a notification without a stored number counts once, and both leave`(
        isBroadcast: Bool
    ) async throws {
        var script = ScriptedServerScript()
        // On unknown servers the agent shows the notifications of a former agent again.
        if isBroadcast { script.configuration.information.name = "mako" }
        try await withAgentAndServer(script: script) { agent, server in
            try await agent.kill()
            try await agent.start(crash("after-notify"))
            try await agent.hasMet(server)
            // The agent may show the notification, and die, before it sends the reply.
            _ = try? await agent.proxy().add(request("tea", ["actions": buttons("yes", "no")]))
            let first = try await server.nextNotification()
            #expect(try await agent.end() == .signalled(SIGKILL))
            try await agent.start()
            let second = try await server.nextNotification()
            let events = try await AgentEvents(of: agent)
            if try await agent.deliveredStates() != ["tea": "shown"] { try await events.next("shown", of: "tea") }
            let delegate = try await agent.delegate()
            #expect(first.id != second.id)

            await server.press(first.key(of: "yes"), on: first)

            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "yes")
            try await events.next("acknowledged", of: "tea")
            while await !server.open.isEmpty { _ = try await server.nextClosing() }
            // This press is too late: the notification was answered before.
            await server.emit("ActionInvoked", [.uint32(second.id), .string(second.key(of: "no"))], about: second)
            #expect(try await agent.deliveredStates() == [:])
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    // The crash test allows a second showing until a client was told of the first: here its number is on disk, and no
    // client was told.
    @Test func `shown and its number persisted, before any client is told: it is not shown again`() async throws {
        try await withAgent { agent in
            try await withScriptedServer(on: agent.bus) { server in
                try await agent.kill()
                try await agent.start(crash("after-number-commit"))
                try await agent.hasMet(server)
                // On a slow disk the number is on disk, and the agent dies, before the reply is sent.
                _ = try? await agent.proxy().add(request("tea", ["actions": buttons("yes")]))
                let shown = try await server.nextNotification()
                #expect(try await agent.end() == .signalled(SIGKILL))

                try await agent.start()
                try await agent.hasMet(server)
                let delegate = try await agent.delegate()
                // The next notification is shown after all that are shown again.
                _ = try await agent.proxy().add(request("coffee", title: "Coffee"))

                #expect(try await server.nextNotification().summary == "Coffee")
                #expect(await server.open.map(\.summary) == ["Tea", "Coffee"])
                let kinds = try await agent.proxy().log(["identifier": .string("tea")]).map { $0["kind"]?.string }
                #expect(kinds.contains("shown") && !kinds.contains("repeated"))
                await server.press(shown.key(of: "yes"), on: shown)
                #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "yes")
            }
        }
    }

    @Test func `answered, before any client is told: the response is delivered`() async throws {
        try await withAgent(environment: crash("after-response-commit")) { agent in
            try await withScriptedServer(on: agent.bus) { server in
                let delegate = try await agent.delegate()
                _ = try await agent.proxy().add(request("tea", ["actions": buttons("yes")]))
                let shown = try await server.nextNotification()
                await server.press(shown.key(of: "yes"), on: shown)
                #expect(try await agent.end() == .signalled(SIGKILL))
                #expect(delegate.takeResponses().isEmpty)

                try await agent.start()
                try await delegate.proxy.attach()

                #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "yes")
            }
        }
    }

    @Test func `answered, before its command is started: the command is started`() async throws {
        try await withAgent(environment: crash("after-response-commit")) { agent in
            try await withScriptedServer(on: agent.bus) { server in
                _ = try await agent.proxy().add(
                    request("tea", ["on": .properties(["default": .string("echo $BELFRY_ID")])]))
                await server.press("default", on: try await server.nextNotification())
                try await agent.end()

                try await agent.start()

                let events = try await AgentEvents(of: agent)
                var entries = try await agent.proxy().log([:]).filter { $0["kind"]?.string == "command" }
                if entries.isEmpty {
                    try await events.next("command", of: "tea")
                    entries = try await agent.proxy().log([:]).filter { $0["kind"]?.string == "command" }
                }
                #expect(entries.first?["detail"]?.properties?["output"]?.string == "tea\n")
            }
        }
    }

    /// Events that end a notification without an answer, and the input of their command.
    enum Ending: String, CaseIterable, Sendable { case expire, dismiss }

    @Test(arguments: Ending.allCases)
    func `ended without an answer, before its command is started: the command is started once`(
        _ ending: Ending
    ) async throws {
        try await withAgent(environment: crash("after-response-commit")) { agent in
            try await withScriptedServer(on: agent.bus) { server in
                _ = try await agent.proxy().add(
                    request("tea", ["on": .properties([ending.rawValue: .string("echo $BELFRY_EVENT")])]))
                let shown = try await server.nextNotification()
                switch ending {
                case .expire: await server.expire(shown)
                case .dismiss: await server.dismiss(shown)
                }
                #expect(try await agent.end() == .signalled(SIGKILL))

                try await agent.start()

                let events = try await AgentEvents(of: agent)
                func entries() async throws -> [[String: Value]] {
                    try await agent.proxy().log([:]).filter { $0["kind"]?.string == "command" }
                }
                if try await entries().isEmpty { try await events.next("command", of: "tea") }
                // Another start finds no command to run.
                try await agent.kill()
                try await agent.start()
                #expect(try await agent.storedResponses() == 0)
                let outputs = try await entries().map { $0["detail"]?.properties?["output"]?.string }
                #expect(outputs == ["\(ending.rawValue)\n"])
                let states = try await agent.deliveredStates()
                #expect(states == (ending == .expire ? ["tea": "unpresented"] : [:]))
            }
        }
    }

    /// A delegate that acknowledges an answer, upon which the agent dies.
    private func dieOfAnAnswer(_ agent: TestAgent, _ server: ScriptedServer) async throws -> TestDelegate {
        let delegate = try await agent.delegate()
        _ = try await agent.proxy().add(request("tea"))
        await server.press("default", on: try await server.nextNotification())
        _ = try await delegate.nextResponse()
        #expect(try await agent.end() == .signalled(SIGKILL))
        return delegate
    }

    @Test func `acknowledged, before that is persisted: the response is delivered again and not lost`() async throws {
        try await withAgent(environment: crash("after-delivery")) { agent in
            try await withScriptedServer(on: agent.bus) { server in
                let delegate = try await dieOfAnAnswer(agent, server)

                try await agent.start()
                try await delegate.proxy.attach()

                #expect(try await delegate.nextResponse()["kind"]?.string == "default")
                let events = try await AgentEvents(of: agent)
                if try await agent.storedResponses() != 0 { try await events.next("acknowledged", of: "tea") }
                #expect(try await agent.storedResponses() == 0)
            }
        }
    }

    // The crash test allows a second delivery until a client was told of the acknowledgement: here it is on disk, and
    // no client was told.
    @Test func `acknowledged and persisted, before any client is told: it is not delivered again`() async throws {
        try await withAgent(environment: crash("after-acknowledgement-commit")) { agent in
            try await withScriptedServer(on: agent.bus) { server in
                let delegate = try await dieOfAnAnswer(agent, server)

                try await agent.start()

                #expect(try await agent.storedResponses() == 0)
                try await agent.hasMet(server)
                try await delegate.proxy.attach()
                // The next response is delivered after all that are delivered again.
                _ = try await agent.proxy().add(request("coffee", title: "Coffee"))
                await server.press("default", on: try await server.nextNotification())
                let next = try await delegate.nextResponse()
                #expect(next["notification"]?.properties?["identifier"]?.string == "coffee")
                #expect(delegate.takeResponses().isEmpty)
            }
        }
    }

    @Test func `killed at any moment, the agent has every request that it acknowledged`() async throws {
        try await withAgentAndServer { agent, server in
            var promised: Set<String> = []
            var random = SeededGenerator()
            for round in 0..<6 {
                // Some requests are due at once, some during the next calls, some after the restart.
                let count = Int.random(in: 1...12, using: &random)
                for number in 0..<count {
                    let identifier = "r\(round)n\(number)"
                    let trigger: [String: Value] =
                        switch number % 3 {
                        case 0: [:]
                        case 1: ["trigger": after(0.02)]
                        default: ["trigger": after(0.3)]
                        }
                    _ = try await agent.proxy().add(request(identifier, title: identifier, trigger))
                    promised.insert(identifier)
                }
                try await agent.kill()
                try await agent.start()
            }

            var shown: Set<String> = []
            while !promised.isSubset(of: shown) { shown.insert(try await server.nextNotification().summary) }
            #expect(shown == promised)
            #expect(try await agent.pendingIdentifiers() == [])
        }
    }

    @Test func `killed while many callers add, the agent has every request that it acknowledged`() async throws {
        try await withAgent { agent in
            // Each caller reports how many calls succeeded before one failed.
            let promised = try await withThrowingTaskGroup(of: [String].self) { group in
                for caller in 0..<4 {
                    group.addTask {
                        var kept: [String] = []
                        while true {
                            let identifier = "c\(caller)n\(kept.count)"
                            do {
                                _ = try await agent.proxy().add(request(identifier, ["trigger": tomorrow]))
                                kept.append(identifier)
                                // The first caller that gets this far ends all of them.
                                if kept.count == 10 { agent.signal(SIGKILL) }
                            } catch {
                                return kept
                            }
                        }
                    }
                }
                return try await group.reduce(into: Set<String>()) { $0.formUnion($1) }
            }
            #expect(promised.count >= 10)
            try await agent.end()

            try await agent.start()

            #expect(Set(try await agent.pendingIdentifiers()).isSuperset(of: promised))
        }
    }
}
