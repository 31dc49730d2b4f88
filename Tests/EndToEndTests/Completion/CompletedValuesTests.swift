// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
@testable import belfry
import DBus
import FoundationEssentials
import TestSupport
import Testing
import Triggers

/// Values of a running agent that shells complete.
@Suite struct CompletedValuesTests {
    private static let hostile = "$(touch owned) `touch owned` \"x\" it's: a\nb\tc \u{1B}[31m\u{202E}red; touch owned"
    private static let cleaned = "touch owned touch owned ”x” it’s: a b c 31mred touch owned"

    private static func fill(_ agent: TestAgent) async throws {
        let identifiers = [
            "tea", "team", "my tea", "say \"hi\"", "x$(touch owned)", "a:b:c", "no\nline", "e\u{202E}vil",
        ]
        for (index, identifier) in identifiers.enumerated() {
            let title = identifier == "tea" ? hostile : "Title of \(index)"
            _ = try await agent.proxy().add(
                request(identifier, title: title, ["trigger": after(Double(index + 1) * 3600)]))
        }
    }

    @Test(arguments: CompletingShell.allCases)
    func `identifiers are shown with their titles, which are harmless`(shell: CompletingShell) async throws {
        try await withAgent { agent in
            try await Self.fill(agent)
            let lines = ["belfry show te", "belfry cancel my", "belfry show ", "belfry remove te"]
            let environment = try agent.commandEnvironment()
            let found = try await shell.candidates(of: lines, environment: environment, in: agent.folders.path)
            let titled: [String] =
                switch shell {
                case .bash: ["tea   (\(Self.cleaned))", "team  (Title of 1)"]
                case .zsh: ["tea   -- \(Self.cleaned)", "team  -- Title of 1"]
                case .fish: ["tea\t\(Self.cleaned)", "team\tTitle of 1"]
                }
            #expect(found["belfry show te"] == titled)
            let values = (found["belfry show "] ?? []).map(shell.value)
            // Identifiers that can't be typed, or look like others, are left out.
            let expected = ["tea", "team", "my tea", "say \"hi\"", "x$(touch owned)", "a:b:c"]
            #expect(values == expected)
            #expect((found["belfry cancel my"] ?? []).map(shell.value) == ["my tea"])
            #expect(found["belfry remove te"] == [])
            let files = try FileManager.default.subpathsOfDirectory(atPath: agent.folders.path)
            #expect(!files.contains { $0.hasSuffix("owned") })
        }
    }

    @Test(arguments: CompletingShell.allCases)
    func `an identifier is inserted so that the command gets it`(shell: CompletingShell) async throws {
        try await withAgent { agent in
            try await Self.fill(agent)
            let texts = [
                "belfry show my\t", "belfry show \"my\t", "belfry show 'my\t", "belfry show x\t",
                "belfry show \"x\t", "belfry show 's\t", "belfry show sa\t", "belfry show a:b\t", "belfry canc\t",
                "belfry show --app=\(TestAgent.app.dropLast())\t",
                // The shell itself completes files, and the command of another program.
                "belfry import inp\t", "belfry add --attach=inp\t", "belfry run -- printen\t",
                "belfry run printen\t", "belfry run --after 5m -- printen\t",
            ]
            let lines = try await shell.typed(
                texts, environment: agent.commandEnvironment(), in: agent.folders.path)
            let words = [
                ["show", "my tea"], ["show", "my tea"], ["show", "my tea"], ["show", "x$(touch owned)"],
                ["show", "x$(touch owned)"], ["show", "say \"hi\""], ["show", "say \"hi\""], ["show", "a:b:c"],
                ["cancel"], ["show", "--app=\(TestAgent.app)"], ["import", "input"], ["add", "--attach=input"],
                ["run", "--", "printenv"], ["run", "printenv"], ["run", "--after", "5m", "--", "printenv"],
            ]
            let program = shell == .fish ? ["fish", "--no-config"] : [shell.rawValue, "-f"]
            for (line, expected) in zip(lines, words) {
                // The line is run with a program that prints its arguments.
                let script = "printf '%s\\n'" + line.dropFirst("belfry".count)
                let words = program + ["-c", "cd \(agent.folders.path); \(script)"]
                let ended = try await Stranger.runLimited(words, on: "")
                #expect(ended.lines == expected, "\(line)\(ended.errors)")
            }
            #expect(!FileManager.default.fileExists(atPath: agent.folders.path + "/owned"))
        }
    }

    @Test func `each verb is given the lists that it takes`() async throws {
        try await withAgentAndServer { agent, _ in
            let proxy = agent.proxy()
            _ = try await proxy.add(request("waiting", ["trigger": after(3600)]))
            _ = try await proxy.add(request("shown", title: "Shown"))
            try await agent.waitForDelivered(["shown": "shown"])
            _ = try await proxy.add(request("ended"))
            try await agent.waitForDelivered(["shown": "shown", "ended": "shown"])
            _ = try await proxy.removeDelivered(["ended"])
            let category: [String: Value] = ["identifier": .string("talk"), "actions": buttons("yes", "no")]
            try await proxy.setCategories([category])
            let rows: [(String, [String])] = [
                ("cancel ", ["waiting"]), ("skip ", ["waiting"]), ("edit ", ["waiting"]), ("next ", ["waiting"]),
                ("remove ", ["shown"]), ("repost ", ["shown"]), ("rm ", ["waiting", "shown"]),
                ("snooze ", ["waiting", "shown"]), ("wait ", ["waiting", "shown"]),
                ("show ", ["waiting", "shown", "ended"]), ("again ", ["ended", "shown"]), ("show s", ["shown"]),
                ("ask --category ", ["talk"]), ("category rm ", ["talk"]), ("list --app ", [TestAgent.app]),
                ("ask x --default ", ["yes", "no"]), ("ask x -A go=Go --map g", ["go="]),
                ("config set completion", ["completion.titles"]), ("config set completion.titles f", ["false"]),
                ("config set quota=5 completion", ["completion.titles"]),
                ("config get completion", ["completion.titles"]),
                ("history --status answered,dis", ["answered,dismissed"]),
                ("add --level=pas", ["--level=passive"]), ("again ended tom", ["tomorrow"]),
                ("config get applications.\(TestAgent.app).sou", ["applications.\(TestAgent.app).sound"]),
            ]
            let lines = rows.map { "belfry " + $0.0 }
            let found = try await CompletingShell.fish.candidates(
                of: lines, environment: agent.commandEnvironment(), in: agent.folders.path)
            for (line, expected) in rows {
                let values = (found["belfry " + line] ?? []).map(CompletingShell.fish.value)
                #expect(Set(values) == Set(expected), "\(line)")
            }
        }
    }

    @Test func `titles are hidden by the setting, at once`() async throws {
        try await withAgent { agent in
            try await Self.fill(agent)
            #expect(try await agent.candidates("belfry show team") == ["team\tTitle of 1"])
            let set = try await agent.belfry("config", "set", "completion.titles", "false")
            #expect(set.status == 0, "\(set.errors)")
            #expect(try await agent.candidates("belfry show team") == ["team"])
            let wrong = try await agent.belfry("config", "set", "completion.titles", "maybe")
            #expect(wrong.status == 65 && wrong.errors.contains("completion.titles must be true or false"))
        }
    }

    @Test func `of many identifiers at most 200 are offered, and those with the beginning`() async throws {
        try await withAgent(inMemory: true) { agent in
            let requests = (0..<10_000).map { request("r\($0)", ["trigger": after(Double($0) + 3600)]) }
            for start in stride(from: 0, to: requests.count, by: 1000) {
                _ = try await agent.proxy().addAll(Array(requests[start..<start + 1000]))
            }
            let environment = try agent.commandEnvironment()
            let lines = ["belfry show r", "belfry show r99", "belfry show r9999"]
            let found = try await CompletingShell.bash.candidates(
                of: lines, environment: environment, in: agent.folders.path)
            #expect(found[lines[0]]?.count == 200 && found[lines[0]]?.first == "r0    (Tea)")
            #expect(found[lines[1]]?.count == 111)
            #expect(found[lines[2]] == ["r9999"])
        }
    }

    @Test(arguments: CompletingShell.allCases)
    func `no agent is started`(shell: CompletingShell) async throws {
        let folders = try AgentFolders()
        defer { try? FileManager.default.removeItem(atPath: folders.path) }
        let marker = folders.path + "/started"
        let service = "[D-BUS Service]\nName=org.belfry.Agent\nExec=/bin/sh -c \"touch \(marker); exit 1\"\n"
        try Data(service.utf8).write(to: URL(filePath: folders.services + "/org.belfry.Agent.service"))
        try await withPrivateBus(serviceFolder: folders.services) { bus in
            let programs = try String(TestAgent.program("belfry").dropLast("/belfry".count))
            let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
            let environment = [
                "DBUS_SESSION_BUS_ADDRESS": String(bus.prefix { $0 != "," }), "PATH": programs + ":" + path,
                "HOME": folders.path, "XDG_RUNTIME_DIR": folders.path,
            ]
            let lines = ["belfry show ", "belfry config get ", "belfry canc"]
            let found = try await shell.candidates(of: lines, environment: environment, in: folders.path)
            #expect(found["belfry show "] == [] && found["belfry config get "] == [])
            #expect(found["belfry canc"]?.map(shell.value) == ["cancel"])
            #expect(!FileManager.default.fileExists(atPath: marker))
            // The bus does start the agent for other commands.
            let status = try [TestAgent.program("belfry"), "status"]
            _ = try await Stranger.runLimited(status, on: bus, environment: environment)
            #expect(FileManager.default.fileExists(atPath: marker))
        }
    }

    @Test func `each offered time is one that the agent reads`() async throws {
        try await withAgent { agent in
            var tried = 0
            let open: Set = ["in", "at", "this", "next", "every", "until", "except"]
            func check(_ words: [String], _ start: TimeVocabulary.Start, key: String) async throws {
                if let last = words.last, !open.contains(last) {
                    let trigger = [key: Value.string(words.joined(separator: " "))]
                    do {
                        _ = try await agent.proxy().explain(trigger, count: 1)
                    } catch let refusal as Refusal {
                        // A time of today may be over, and so may the day before the first date.
                        let isRead = ["is past", "the end is before"].contains { refusal.message.contains($0) }
                        #expect(isRead, "\(words): \(refusal.message)")
                    }
                    tried += 1
                }
                guard words.count < 3 else { return }
                for word in TimeVocabulary.words(after: words, in: start) {
                    try await check(words + [word], start, key: key)
                }
            }
            try await check([], .any, key: "expression")
            try await check([], .moment, key: "at")
            try await check([], .repeated, key: "every")
            for word in TimeVocabulary.durations {
                _ = try await agent.proxy().explain(["in": .string(word)], count: 1)
            }
            #expect(tried > 300)
        }
    }
}
