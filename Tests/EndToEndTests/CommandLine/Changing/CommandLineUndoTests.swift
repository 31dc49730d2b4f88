// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationModel
import NotificationServer
import TestSupport
import Testing
import Triggers

/// `belfry undo`: takes back the last change of a terminal.
@Suite(.serialized) struct CommandLineUndoTests {
    /// A Saturday.
    private let noon = ["BELFRY_NOW": "2026-11-21T12:00:00Z", "TZ": "UTC"]

    /// Runs commands in one terminal, and prints what is pending before and after each of them.
    private static let commands = """
        state() { belfry list --json; }
        undone() {
            state > before; "$@" > shown; state > changed
            if cmp -s before changed; then echo "unchanged: $*"; cat shown; exit 1; fi
            belfry undo; state > after
            if ! cmp -s before after; then echo "different: $*"; diff before after; exit 1; fi
        }

        """

    @Test func `each command is taken back, with its dates, buttons and early warnings`() async throws {
        try await withAgent(environment: noon) { agent in
            let shown = try await agent.inTerminal(
                Self.commands + """
                    undone belfry remind 10m tea
                    belfry add --id up --title "Stand up" --every "day 09:00" --before 15m -A go=Go --open https://example.org
                    undone belfry add --id up --title Other --at 15:00
                    undone belfry edit up --title "Sit down"
                    undone belfry edit up --every "day 10:00"
                    undone belfry cancel up
                    undone belfry rm up
                    undone belfry snooze up 1h
                    undone belfry skip up -n 3
                    belfry snooze up 1h > /dev/null
                    undone belfry edit up --title "Sit down"
                    undone belfry cancel up
                    printf '{"title":"A","trigger":{"in":"5m"}}\\n{"title":"B","trigger":{"in":"5m"}}\\n' > lines
                    undone sh -c "belfry add - < lines"
                    """)
            #expect(shown.status == 0, "\(shown.output)")
            let all = [
                "no longer pending", "as before, ", "pending again, ", "no longer snoozed, ", "no longer skipped, ",
            ]
            for words in all {
                #expect(shown.output.contains(words), "\(shown.output)")
            }
        }
    }

    @Test func `undo goes back command by command, and in its own terminal only`() async throws {
        try await withAgent(environment: noon) { agent in
            let shown = try await agent.inTerminal(
                """
                belfry remind --id tea 10m tea
                belfry edit tea --title Coffee
                belfry cancel tea
                setsid --wait belfry remind --id cake 10m cake
                setsid --wait belfry undo || echo "left $?"
                script -qec 'belfry undo; echo left $?' /dev/null < /dev/null
                belfry undo --dry-run && belfry list
                belfry undo; belfry undo; belfry show tea
                belfry undo; belfry list
                belfry undo || echo "left $?"
                """)
            let lines = shown.lines
            #expect(shown.output.contains("this is no terminal"), "\(shown.output)")
            #expect(lines.filter { $0 == "left 3" }.count == 3, "\(shown.output)")
            #expect(shown.output.contains("nothing was changed, because of --dry-run"), "\(shown.output)")
            #expect(lines.contains { $0.hasPrefix("tea  ") && $0.contains("pending again, ") }, "\(shown.output)")
            #expect(lines.contains { $0.hasPrefix("tea  ") && $0.contains("as before, ") }, "\(shown.output)")
            #expect(lines.last { $0.hasPrefix("tea  ") }?.hasSuffix("no longer pending") == true, "\(shown.output)")
            #expect(try await agent.pendingIdentifiers() == ["cake"])
        }
    }

    private let mark: [String: Value] = ["terminal": .string("t"), "command": .string("1")]

    @Test func `a cancelled request comes at its time after an undo, also of an agent that was killed`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            _ = try await agent.proxy().add(
                request("tea", title: "Tea", ["trigger": .properties(["at": .string("12:10")])]))
            #expect(try await agent.proxy().remove(["tea"], from: .pending, mark) == ["tea"])
            try await agent.kill()
            try await agent.start(noon)
            let undone = try await agent.proxy().undo(in: "t")
            #expect(undone["kind"]?.string == "cancel")
            #expect(undone["date"]?.string == "2026-11-21T12:00:00Z")
            let row = undone["requests"]?.array?.first?.properties
            #expect(row?["title"]?.string == "Tea" && row?["pending"]?.bool == true)
            #expect(row?["nextTriggerDate"]?.string == "2026-11-21T12:10:00Z")
            try await agent.clock.advance(601)
            #expect(try await server.nextNotification().summary == "Tea")
        }
    }

    @Test func `what was shown or answered since is refused with that reason`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            let command = mark.merging(["command": .string("2")]) { $1 }
            _ = try await agent.proxy().addAll(
                [request("tea", title: "Tea", ["trigger": after(60), "actions": buttons("done")])], options: command)
            try await agent.clock.advance(61)
            let shown = try await server.nextNotification()
            let late = await #expect(throws: Refusal.self) {
                _ = try await agent.proxy().undo(in: "t", ["dryRun": .boolean(true)])
            }
            #expect(late?.code == .noSuchRequest)
            #expect(late?.message.contains("\"tea\" has been shown since") == true, "\(late?.message ?? "")")
            let events = try await AgentEvents(of: agent)
            await server.press(shown.key(of: "done"), on: shown)
            try await events.next("answered", of: "tea")
            let answered = await #expect(throws: Refusal.self) { _ = try await agent.proxy().undo(in: "t") }
            #expect(answered?.message.contains("has been answered since") == true, "\(answered?.message ?? "")")
        }
    }

    @Test func `a snoozed notification is on the screen again after an undo`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            _ = try await agent.proxy().add(request("tea", title: "Tea"))
            _ = try await server.nextNotification()
            _ = try await agent.proxy().snooze("tea", seconds: 600, mark)
            _ = try await server.nextClosing()
            _ = try await agent.proxy().undo(in: "t")
            #expect(try await server.nextNotification().summary == "Tea")
            #expect(try await agent.proxy().pending().isEmpty)
        }
    }

    @Test(arguments: [
        (["terminal": "t"], "terminal and command belong together"),
        (["terminal": "t", "command": String(repeating: "1", count: 201)], "command has 201 bytes; the limit is 200"),
    ])
    func `the names of a command are checked`(names: [String: String], words: String) async throws {
        try await withAgent(environment: noon) { agent in
            let options = names.mapValues(Value.string)
            let refusal = await #expect(throws: Refusal.self) {
                _ = try await agent.proxy().addAll([request("tea")], options: options)
            }
            #expect(refusal?.code == .invalidRequest && refusal?.message.contains(words) == true)
            let pending = try await agent.proxy().pending()
            #expect(pending.isEmpty)
        }
    }

    @Test func `an imported request is not overwritten by an undo`() async throws {
        try await withAgent(environment: noon) { agent in
            let shown = try await agent.inTerminal(
                """
                belfry add --id tea --title Tea --in 1h; belfry export -o file
                belfry edit tea --title Mine
                belfry import --replace file
                belfry undo || echo "left $?"
                belfry list
                """)
            #expect(shown.output.contains("\"tea\" has been imported since"), "\(shown.output)")
            #expect(shown.lines.last?.hasSuffix("Tea") == true, "\(shown.output)")
        }
    }

    @Test func `the file of an edit that is taken back is deleted`() async throws {
        try await withAgent(environment: noon) { agent in
            let (one, other) = (
                try agent.folders.file("1.png", Samples.png), try agent.folders.file("2.png", Samples.png)
            )
            let shown = try await agent.inTerminal(
                """
                belfry add --id tea --title Tea --in 1h --attach "\(one)"
                belfry edit tea --attach "\(other)"
                belfry undo
                """)
            #expect(shown.status == 0, "\(shown.output)")
            let folder = agent.folders.data + "/belfry/attachments"
            @Sendable func copies() throws -> [String] {
                try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".png") }
            }
            try await withDeadline { while try copies().count > 1 { try await yieldUntilDeadline() } }
            #expect(try copies().allSatisfy { $0.hasSuffix("1.png") })
        }
    }
}
