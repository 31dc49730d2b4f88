// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import Testing
import TestSupport
import Triggers

/// Times in words, edits that keep the time, and early warnings, over the bus.
@Suite struct WordsTests {
    @Test func `a time in words fires at its moment`() async throws {
        try await withAgentAndServer { agent, server in
            let outcome = try await agent.proxy().add(
                request("tea", ["trigger": .properties(["in": .string("1s")])]))
            #expect(outcome["text"]?.string?.isEmpty == false)
            let due = try #require(outcome["nextTriggerDateUnix"]?.double)

            #expect(try await server.nextNotification().summary == "Tea")

            let delivered = try #require(try await agent.proxy().delivered().first)
            #expect(delivered["dueUnix"]?.double == due)
            #expect((delivered["dateUnix"]?.double ?? 0) >= due)
            #expect(delivered["late"]?.int == 0)
        }
    }

    @Test func `a sentence is split into time and title`() async throws {
        try await withAgent { agent in
            let outcome = try await agent.proxy().add(["sentence": .string("tomorrow 9am call Ann")])
            #expect(outcome["nextTriggerDate"]?.string?.contains("T09:00:00Z") == true)
            let pending = try await agent.proxy().pending()
            #expect(pending.map { $0["title"]?.string } == ["call Ann"])
        }
    }

    @Test func `words that are not understood are refused with the reason`() async throws {
        try await withAgent { agent in
            do {
                _ = try await agent.proxy().add(
                    request("tea", ["trigger": .properties(["at": .string("half past soon")])]))
                Issue.record("It was taken.")
            } catch let refusal as Refusal {
                #expect(refusal.code == .invalidTrigger)
                #expect(refusal.message.contains("half past soon"))
            }
            #expect(try await agent.pendingIdentifiers() == [])
        }
    }

    @Test func `T13: the times of config.toml are those of the words, in a sentence, an explanation and a snooze`()
        async throws
    {
        try await withAgentAndServer(configuration: "[times]\nevening = \"19:30\"\n") { agent, server in
            let outcome = try await agent.proxy().add(["sentence": .string("call Ann tomorrow evening")])
            #expect(outcome["nextTriggerDate"]?.string?.contains("T19:30:00Z") == true)
            let explained = try await agent.proxy().explain(["expression": .string("every evening")], count: 1)
            #expect(explained["normalized"]?.string == "every day 19:30")

            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", ["snooze": .strings(["tomorrow evening"])]))
            let shown = try await server.nextNotification()
            await server.press(shown.key(of: "Snooze tomorrow evening"), on: shown)
            try await events.next("snoozed", of: "tea")
            let snoozed = try #require(
                try await agent.proxy().pending().first { $0["identifier"]?.string == "tea" })
            #expect(snoozed["nextTriggerDate"]?.string?.contains("T19:30:00Z") == true, "\(snoozed)")
        }
    }

    /// Arguments of `belfry remind`, and the title of the request that it adds.
    @Test(arguments: [
        (["buy", "milk", "tomorrow", "9am"], "buy milk"), (["call mom", "in", "10", "minutes"], "call mom"),
        (["the tea is ready", "10m"], "the tea is ready"), (["10m", "the tea is ready"], "the tea is ready"),
        (["tomorrow 9am", "--", "call Ann at nine"], "call Ann at nine"), (["tomorrow", "9am", "tea"], "tea"),
    ])
    func `T13: belfry remind takes the text before or behind the time`(arguments: [String], title: String) async throws
    {
        try await withAgent { agent in
            let added = try await agent.belfry(["remind"] + arguments)
            #expect(added.status == 0, "\(added.errors)")
            #expect(try await agent.proxy().pending().map { $0["title"]?.string } == [title])
        }
    }

    @Test func `an edit keeps the time`() async throws {
        try await withAgent { agent in
            let first = try await agent.proxy().add(request("tea", ["trigger": after(3600)]))

            let second = try await agent.proxy().add(
                request("tea", title: "Coffee", ["trigger": .properties(["keep": .boolean(true)])]))

            #expect(second["nextTriggerDateUnix"] == first["nextTriggerDateUnix"])
            #expect(second["replaced"]?.bool == true)
            let pending = try await agent.proxy().pending()
            #expect(pending.map { $0["title"]?.string } == ["Coffee"])
            #expect(pending.first?["trigger"]?.properties?["timeInterval"]?.double == 3600)
        }
    }

    @Test func `warnings come before their request, and are removed with it`() async throws {
        try await withAgentAndServer { agent, server in
            var meeting = request("meeting", title: "Meeting", ["trigger": .properties(["in": .string("1h")])])
            meeting["before"] = .strings(["59m59s", "10m"])
            _ = try await agent.proxy().add(meeting)
            #expect(try await agent.pendingIdentifiers().suffix(2) == ["meeting~10m", "meeting"])

            let warning = try await server.nextNotification()
            #expect(warning.summary == "Meeting")
            #expect(warning.body == "in 59m59s")
            #expect(try await agent.proxy().removePending(["meeting"]).contains("meeting"))
            #expect(try await agent.pendingIdentifiers() == [])
        }
    }
}
