// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Glibc
import NotificationServer
import TestSupport
import Testing

/// The answer to one request is never delivered for another with the same identifier.
@Suite(.serialized) struct StaleAnswerTests {
    /// "Back up?" with the button "Start", answered while no caller waited.
    private func answered(_ agent: TestAgent, _ server: ScriptedServer) async throws {
        let events = try await AgentEvents(of: agent)
        let added = try await agent.belfry("add", "--id", "42", "--title", "Back up?", "-A", "go=Start")
        #expect(added.status == 0, "\(added.errors)")
        let shown = try await server.nextNotification()
        await server.press(shown.key(of: "Start"), on: shown)
        try await events.next("answered", of: "42")
        #expect(try await agent.storedResponses() == 1)
    }

    // It printed "go": the response that was stored under the identifier.
    @Test(arguments: [
        ["ask", "--id", "42", "Delete all backups?", "-A", "go=Delete", "-A", "no=No"],
        ["send", "-r", "42", "Delete all backups?", "-A", "go=Delete", "-A", "no=No"],
    ])
    func `a question does not get the answer to an earlier one`(command: [String]) async throws {
        try await withAgentAndServer { agent, server in
            try await answered(agent, server)

            async let program = agent.belfry(command)
            let shown = try await server.nextNotification()
            #expect(shown.summary == "Delete all backups?")
            await server.press(shown.key(of: "No"), on: shown)

            let answer = try await program
            #expect(answer.output == "no", "\(answer.errors)")
            #expect(answer.status == 0)
            // The earlier answer is still kept for its receiver.
            try await withDeadline { while try await agent.storedResponses() != 1 { try await yieldUntilDeadline() } }
            let delegate = try await agent.delegate()
            let response = try await delegate.nextResponse()
            #expect(response["actionIdentifier"]?.string == "go")
            #expect(response["notification"]?.properties?["title"]?.string == "Back up?")
        }
    }

    /// The moment at which the button of the older showing is pressed.
    enum Moment: CaseIterable, Sendable {
        /// The newer one is in flight to the server.
        case onTheWay
        /// The newer one is on the screen, on a server that keeps the older one's buttons.
        case onTheScreen
    }

    // The press was delivered to the caller that waited for the newer one.
    @Test(arguments: Moment.allCases)
    func `a press on the older showing answers the older request`(_ moment: Moment) async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("42", title: "Back up?", ["actions": buttons("go")]))
            let older = try await server.nextNotification()
            try await events.next("shown", of: "42")
            if moment == .onTheWay { await server.change { $0.answer = .held } }

            async let program = agent.belfry(
                "ask", "--id", "42", "Delete all backups?", "-A", "go=Delete", "-A", "no=No")
            let newer = try await server.nextNotification()
            #expect(newer.id == older.id)
            if moment == .onTheScreen { try await events.next("shown", of: "42") }
            await server.emit("ActionInvoked", [.uint32(older.id), .string(older.key(of: "go"))], about: older)
            let event = try await events.next("answered", of: "42")
            #expect(event.detail["replaced"]?.bool == true)
            if moment == .onTheWay {
                await server.releaseReplies()
                try await events.next("shown", of: "42")
            }
            await server.press(newer.key(of: "No"), on: newer)

            let answer = try await program
            #expect(answer.output == "no", "\(answer.errors)")
            let response = try await agent.delegate().nextResponse()
            #expect(response["actionIdentifier"]?.string == "go")
            #expect(response["notification"]?.properties?["title"]?.string == "Back up?")
        }
    }

    @Test func `an addition has its own name, which a snooze keeps`() async throws {
        try await withAgentAndServer { agent, server in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            let first = try await agent.proxy().add(request("tea"))["instance"]?.string
            _ = try await server.nextNotification()
            try await events.next("shown", of: "tea")
            #expect(try await agent.proxy().delivered().first?["instance"]?.string == first)

            try await agent.proxy().snooze("tea", seconds: 0.2)
            await server.press("default", on: try await server.nextNotification())

            #expect(try await delegate.nextResponse()["notification"]?.properties?["instance"]?.string == first)
            let second = try await agent.proxy().add(request("tea", ["trigger": tomorrow]))["instance"]?.string
            #expect(first?.isEmpty == false && second?.isEmpty == false && first != second)
            #expect(try await agent.proxy().pending().first?["instance"]?.string == second)
        }
    }

    // The removal overtook the press on the way to the disk.
    @Test func `a press that came before the removal counts, even if the agent gets both at once`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("42", ["actions": buttons("go")]))
            let shown = try await server.nextNotification()
            try await events.next("shown", of: "42")
            agent.signal(SIGSTOP)
            await server.press(shown.key(of: "go"), on: shown)
            for _ in 0..<20 { _ = try await agent.connection.owner(of: AgentNames.busName) }
            async let removed = agent.proxy().removeDelivered(["42"])
            for _ in 0..<20 { _ = try await agent.connection.owner(of: AgentNames.busName) }
            agent.signal(SIGCONT)

            try await events.next("answered", of: "42")
            #expect(try await removed == [])
            #expect(try await agent.delegate().nextResponse()["actionIdentifier"]?.string == "go")
        }
    }

    // The answer was acknowledged, and lost.
    @Test func `an answer that comes after the end of the wait is kept by the agent`() async throws {
        try await withAgentAndServer { agent, server in
            let said = agent.folders.path + "/said"
            async let program = agent.bash(
                """
                belfry ask Deploy? -A yes=Yes --id q --timeout 3s --withdraw 2> "\(said)"
                """)
            let shown = try await server.nextNotification()
            try await agent.hasWaiter()
            // The caller gives up while the agent is stopped; its call comes before the press.
            agent.signal(SIGSTOP)
            try await withDeadline {
                while agent.folders.text(of: said)?.contains("no answer in time") != true {
                    try await yieldUntilDeadline()
                }
            }
            await server.press(shown.key(of: "Yes"), on: shown)
            for _ in 0..<20 { _ = try await agent.connection.owner(of: AgentNames.busName) }
            agent.signal(SIGCONT)

            #expect(try await program.status == 124)
            try await withDeadline { while try await agent.storedResponses() != 1 { try await yieldUntilDeadline() } }
            #expect(try await agent.delegate().nextResponse()["actionIdentifier"]?.string == "yes")
        }
    }
}
