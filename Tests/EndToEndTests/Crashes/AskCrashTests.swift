// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import Glibc
import NotificationServer
import TestSupport
import Testing

/// The agent dies at each of its steps while a question of `belfry ask` waits: the answer still reaches the caller.
@Suite struct AskCrashTests {
    /// How far the question had come.
    enum Stage: Sendable {
        /// The person has not seen the question, or has not answered.
        case asked
        /// The agent had the answer, but not on disk, so it was lost.
        case pressed
        /// The answer is on disk, or was there.
        case answered
    }

    private static let steps: [(String, Stage)] = [
        ("after-notify", .asked), ("after-number-commit", .asked), ("before-response-commit", .pressed),
        ("after-response-commit", .answered), ("after-delivery", .answered),
        ("after-acknowledgement-commit", .answered),
    ]

    @Test(arguments: steps, [false, true])
    func `a question survives the agent that asks it`(
        death: (step: String, stage: Stage), isTied: Bool
    ) async throws {
        var script = ScriptedServerScript()
        if isTied {
            script.configuration.signalDelivery = .unicast
            script.configuration.information.name = "dunst"
        }
        try await withAgentAndServer(script: script, environment: ["BELFRYD_CRASH_AT": death.step]) {
            agent, server in
            async let program = agent.belfry(
                "ask", "Deploy?", "-A", "yes=Yes", "-A", "no=No", "--id", "q", "--timeout", "25s")
            let first = try await server.nextNotification()
            if death.stage != .asked {
                try await agent.waitForDelivered(["q": "shown"])
                await server.press(first.key(of: "Yes"), on: first)
            }
            #expect(try await agent.end() == .signalled(SIGKILL))
            if death.step == "after-response-commit" {
                // Waits longer than the caller waits for an answer that it has heard of: it gave up, although the
                // answer was there. No event reports that it still waits, so the test waits for real time; a shorter
                // time would test less, and not fail.
                try await Task.sleep(for: .milliseconds(1200))
            }
            _ = server.takeCalls()

            try await agent.start()

            if death.stage != .answered {
                try await agent.hasMet(server)
                if death.stage == .pressed, !isTied {
                    // The press was lost with the agent, and no program can know it: the question is still delivered,
                    // and repost shows it again.
                    _ = try await agent.proxy().repost(["q"])
                }
                let shown =
                    death.step == "after-number-commit" && !isTied
                    ? first : try await server.nextNotification()
                try await agent.waitForDelivered(["q": "shown"])
                await server.press(shown.key(of: "Yes"), on: shown)
            }
            let answer = try await program
            #expect(answer.output == "yes" && answer.status == 0, "\(answer.status) \(answer.errors)")
            #expect(try await agent.deliveredStates() == [:])
        }
    }

    // The caller can't know whether the question was added: it says so, and takes nothing for an answer.
    @Test func `a question that was being added when the agent died is no answer`() async throws {
        try await withAgentAndServer(environment: ["BELFRYD_CRASH_AT": "after-add-commit"]) {
            agent, server in
            let answer = try await agent.belfry("ask", "Deploy?", "-A", "yes=Yes", "--id", "q")

            #expect(answer.output == "" && answer.status == 69, "\(answer.status) \(answer.errors)")
            #expect(answer.errors != "")
        }
    }
}
