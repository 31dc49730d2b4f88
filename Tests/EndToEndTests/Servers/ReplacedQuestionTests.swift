// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Glibc
import NotificationServer
import TestSupport
import Testing

/// A question that replaces another can be answered even if the server's list has no buttons, or a bubble stays.
@Suite struct ReplacedQuestionTests {
    private enum Way: String, CaseIterable, Sendable {
        case addedAgain, progress, killed, replacedAgent
    }

    private static let gnome = ["gnome-shell 43.9", "gnome-shell 51.beta"]

    /// Waits until this is on the banner, with its button.
    private func isUp(_ title: String, on server: ScriptedServer) async throws {
        try await withDeadline {
            while true {
                let drawn = await server.screen?.drawn
                if drawn?.title == title, drawn?.labels.first == "yes" { return }
                try await yieldUntilDeadline()
            }
        }
    }

    @Test(arguments: gnome, Way.allCases)
    private func `S1: a question that replaces another is on the banner, with its buttons`(
        _ name: String, _ way: Way
    ) async throws {
        let recorded = try #require(RecordedServer.named(name))
        try await withAgentAndServer(script: .playing(recorded)) { agent, server in
            let events = try await AgentEvents(of: agent)
            let content = ["actions": buttons("yes"), "progress": .int32(10)] as [String: Value]
            _ = try await agent.proxy().add(request("tea", title: "Old", content))
            let old = try await server.nextNotification()
            try await events.next("shown", of: "tea")
            try await isUp("Old", on: server)

            var next: AgentProcess?
            defer { next?.send(SIGKILL) }
            var title = "Old"
            switch way {
            case .addedAgain:
                title = "New"
                _ = try await agent.proxy().add(request("tea", title: title, ["actions": buttons("yes")]))
            case .progress:
                _ = try await agent.proxy().add(
                    request("tea", title: title, content.merging(["progress": .int32(50)]) { $1 }))
            case .killed:
                try await agent.kill()
                try await agent.start()
            case .replacedAgent: next = try agent.another(["--replace"], log: agent.folders.path + "/next.log")
            }

            let new = try await server.nextNotification()
            #expect(new.id != old.id)
            try await isUp(title, on: server)
            let drawn = await server.screen?.drawn
            #expect(drawn?.id == new.id)
            try await withDeadline { while await server.open.map(\.id) != [new.id] { try await yieldUntilDeadline() } }
            let delegate = try await agent.delegate()
            await server.press(new.key(of: "yes"), on: new)
            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "yes")
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    @Test func `S1: the newer one does not count as closed when the older one's close comes late`() async throws {
        let recorded = try #require(RecordedServer.named("gnome-shell 43.9"))
        try await withAgentAndServer(script: .playing(recorded)) { agent, server in
            let events = try await AgentEvents(of: agent)
            for title in ["One", "Two", "Three"] {
                _ = try await agent.proxy().add(request("tea", title: title, ["actions": buttons("yes")]))
                try await events.next("shown", of: "tea")
            }

            try await isUp("Three", on: server)
            let kinds = try await agent.proxy().log([:]).compactMap { $0["kind"]?.string }
            #expect(!kinds.contains("gone") && !kinds.contains("dismissed"), "\(kinds)")
            #expect(try await agent.deliveredStates() == ["tea": "shown"])
        }
    }

    // The bubble stayed, and no later notification was visible.
    @Test(arguments: ["notification-daemon", "gnome-flashback"])
    func `S7: a removed notification leaves the screen, and the next one is shown`(_ name: String) async throws {
        let recorded = try #require(RecordedServer.named(name))
        try await withAgentAndServer(script: .playing(recorded)) { agent, server in
            let events = try await AgentEvents(of: agent)
            for title in ["Old", "New"] {
                _ = try await agent.proxy().add(request(title, title: title, ["actions": buttons("yes")]))
                try await events.next("shown", of: title)
            }
            try await isUp("Old", on: server)

            _ = try await agent.proxy().removeDelivered(["Old"])

            try await isUp("New", on: server)
            try await withDeadline {
                while await server.open.map(\.summary) != ["New"] { try await yieldUntilDeadline() }
            }
            #expect(try await agent.deliveredStates() == ["New": "shown"])
        }
    }
}
