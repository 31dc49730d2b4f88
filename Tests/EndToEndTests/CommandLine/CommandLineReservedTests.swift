// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import TestSupport
import Testing
import Triggers

/// Names of events, and actions that have these names: a dismissal is never a yes.
@Suite(.serialized) struct CommandLineReservedTests {
    @Test(arguments: ["default", "dismiss", "expire", "fired", "any"])
    func `a button may not have the name of an event`(word: String) async throws {
        try await withAgent { agent in
            for line in [
                ["ask", "Sure?", "-A", "\(word)=Yes", "--map", "\(word)=0"],
                ["ask", "Sure?", "--reply", "\(word)=why"],
                ["add", "--title", "A", "-A", "\(word)=Yes", "--on", "\(word)=true"],
                ["remind", "10m", "tea", "-A", "\(word)=Yes"], ["category", "set", "c", "-A", "\(word)=Yes"],
            ] {
                let result = try await agent.belfry(line)
                #expect(result.status == 2, "\(line): \(result.output)")
                #expect(result.errors.contains("default, dismiss, expire, fired, any"), "\(result.errors)")
            }
            #expect(try await agent.proxy().pending().isEmpty)
        }
    }

    @Test func `a command for an event excludes an action of that name`() async throws {
        try await withAgent { agent in
            let actions = Value.dictionaries([["identifier": .string("dismiss"), "title": .string("Yes")]])
            let category: [String: Value] = ["identifier": .string("c"), "actions": actions]
            let commands = Value.properties(["dismiss": .string("true")])
            try await agent.proxy().setCategories([category])
            for keys in [["actions": actions], ["categoryIdentifier": Value.string("c")]] {
                let refused = await #expect(throws: Refusal.self) {
                    _ = try await agent.proxy().add(
                        ["title": .string("A"), "on": commands].merging(keys) { $1 })
                }
                #expect(refused?.code == .invalidRequest)
                #expect(refused?.message.contains("on.dismiss") == true, "\(refused?.message ?? "")")
            }
            // Without such a command, an Apple application may name its action so.
            _ = try await agent.proxy().add(request("a", ["actions": actions, "trigger": after(3600)]))
        }
    }

    @Test func `a dismissal is no yes, even if the category has an action dismiss`() async throws {
        try await withAgentAndServer { agent, server in
            let actions = Value.dictionaries([["identifier": .string("dismiss"), "title": .string("Yes")]])
            try await agent.proxy().setCategories([["identifier": .string("c"), "actions": actions]])
            let unclear = try await agent.belfry("ask", "Sure?", "--category", "c", "--map", "dismiss=0")
            #expect(unclear.status == 2)
            #expect(unclear.errors.contains("rename the action"), "\(unclear.errors)")

            async let dismissed = agent.belfry("ask", "Sure?", "--category", "c")
            await server.dismiss(try await server.nextNotification())
            #expect(try await dismissed.status == 6)
            async let pressed = agent.belfry("ask", "Sure?", "--category", "c")
            let shown = try await server.nextNotification()
            await server.press(shown.key(of: "Yes"), on: shown)
            let answer = try await pressed
            #expect((answer.status, answer.output) == (0, "dismiss"))
        }
    }
}
