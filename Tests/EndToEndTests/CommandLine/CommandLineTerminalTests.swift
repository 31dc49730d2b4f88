// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import TestSupport
import Testing

/// Output that depends on the terminal: `%1` and the width of lines; and output to files.
@Suite(.serialized) struct CommandLineTerminalTests {
    private static func add(_ agent: TestAgent, _ identifiers: String...) async throws {
        for (index, identifier) in identifiers.enumerated() {
            _ = try await agent.proxy().add(request(identifier, ["trigger": after(Double(index + 1) * 3600)]))
        }
    }

    @Test func `C3: %1 is a line of this terminal's list, whatever lists are shown elsewhere`() async throws {
        try await withAgent { agent in
            try await Self.add(agent, "tea", "cake", "pie")
            // A script's list into a pipe, a list in another terminal and one without a terminal come in between.
            let taken = try await agent.inTerminal(
                """
                belfry list
                belfry cancel tea
                belfry list | cat > /dev/null
                other=$(belfry list --json)
                setsid --wait belfry list > /dev/null
                script -qec 'belfry list' /dev/null > /dev/null < /dev/null
                belfry cancel %2
                """)
            #expect(taken.status == 0, "\(taken.output)")
            #expect(try await agent.pendingIdentifiers() == ["pie"])
        }
    }

    @Test func `C3: without a terminal %1 is refused with a hint`() async throws {
        try await withAgent { agent in
            try await Self.add(agent, "tea")
            let shown = try await agent.inTerminal(
                "belfry list; setsid --wait belfry cancel %1 2>&1 || echo \"left $?\"; "
                    + "script -qec 'belfry cancel %1; echo left $?' /dev/null < /dev/null; ls \"$XDG_RUNTIME_DIR/belfry/lists\" | wc -l"
            )
            #expect(
                shown.output.contains("%1 needs a terminal in which"),
                "\(shown.output)")
            #expect(shown.output.contains("%1: this terminal has shown no list"), "\(shown.output)")
            #expect(shown.lines.filter { $0 == "left 3" }.count == 2, "\(shown.output)")
            #expect(try await agent.pendingIdentifiers() == ["tea"])
            // The next list deletes the list of a terminal that was closed.
            #expect(shown.lines.last == "1")
            let next = try await agent.inTerminal("belfry list; ls \"$XDG_RUNTIME_DIR/belfry/lists\" | wc -l")
            #expect(next.lines.last == "1", "\(next.output)")
        }
    }

    @Test func `C10: a row of a list is one line of the terminal, and complete in a pipe`() async throws {
        try await withAgent { agent in
            let title = String(repeating: "日本 word ", count: 30)
            _ = try await agent.proxy().add(request("tea", title: title, ["trigger": after(3600)]))
            let shown = try await agent.inTerminal(
                "stty cols 60; belfry list; belfry list | cat > whole; wc -m < whole")
            let line = shown.lines.first ?? ""
            #expect(line.hasPrefix("tea  ") && line.hasSuffix("…"), "\(line)")
            #expect(line.reduce(0) { $0 + ($1.isASCII || $1 == "…" ? 1 : 2) } <= 60, "\(line)")
            #expect((Int(shown.lines.last ?? "") ?? 0) > title.count)
        }
    }

    @Test func `C10: an empty list is no error`() async throws {
        try await withAgent { agent in
            for line in ["list", "list --delivered", "list --missed", "list --history", "next", "category list", "log"]
            {
                for format in ["", " --json"] {
                    let listed = try await agent.bash("set -e; belfry \(line)\(format); echo on")
                    #expect(listed.status == 0 && listed.output == "on", "\(line): \(listed.errors)")
                }
            }
        }
    }

    @Test(arguments: [
        ("belfry list --json > /dev/full", "cannot write to the standard output: No space left on device"),
        ("belfry log > /dev/full", "cannot write to the standard output: No space left on device"),
        ("belfry export > /dev/full", "cannot write to the standard output: No space left on device"),
        ("belfry export --output /nowhere/x", "cannot write /nowhere/x: No such file or directory"),
    ])
    func `C10: a failed write is reported, with its own status`(line: String, words: String) async throws {
        try await withAgent { agent in
            try await Self.add(agent, "tea")
            let written = try await agent.bash("\(line) || exit $?")
            #expect(written.status == 74, "\(written.errors)")
            #expect(written.errors == "belfry: \(words)\n", "\(written.errors)")
        }
    }

    @Test func `C10: the dates of events are printed as text, as all dates`() async throws {
        try await withAgentAndServer(environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z", "TZ": "Europe/Berlin"]) {
            agent, server in
            _ = try await agent.proxy().add(request("tea", ["trigger": after(60)]))
            try await agent.clock.advance(60)
            _ = try await server.nextNotification()
            let listened = try await agent.bash("timeout 20 belfry listen --since 0 | grep -m 1 '\"kind\":\"fired\"'")
            for text in [listened.output, try await agent.bash("belfry log --json | grep fired").output] {
                #expect(text.contains(#""due":"2026-11-21T13:01:00+01:00""#), "\(text)")
                #expect(text.contains(#""dueUnix":1795262460"#), "\(text)")
                #expect(!text.contains("$date"))
            }
        }
    }

    @Test func `C10: status describes pauses, quiet hours and invalid settings in words`()
        async throws
    {
        let settings = "[quiet]\nfrom = \"22:00\"\nto = \"07:00\"\n"
        try await withAgent(environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z", "TZ": "UTC"], configuration: settings) {
            agent in
            try await agent.proxy("*").pause(seconds: 0)
            var status = try await agent.belfry("status")
            #expect(
                status.lines.contains {
                    $0.hasPrefix("paused") && $0.hasSuffix("all applications until belfry resume")
                }, "\(status.output)")
            #expect(status.output.contains("quiet hours from 22:00 to 07:00; not in force now"), "\(status.output)")
            #expect(!status.output.contains("is not understood"))

            try agent.folders.configure("[quiet]\nfrom = 22\n")
            status = try await agent.belfry("status")
            #expect(
                status.lines.contains {
                    $0.hasPrefix("settings") && $0.contains("is invalid, so the former settings stay in force: ")
                }, "\(status.output)")
            let document = try await agent.belfry("status", "--json").objects().first
            #expect(document?["configurationError"]?.text?.isEmpty == false)
        }
    }

    @Test func `C10: doctor breaks no word in a pipe`() async throws {
        let folder = "/tmp/" + String(repeating: "a-long-name-of-a-folder/", count: 6) + "run"
        let program = try await Stranger.runLimited(
            [TestAgent.program("belfry"), "doctor"], on: "unix:path=/nowhere",
            environment: ["XDG_RUNTIME_DIR": folder, "COLUMNS": "40"])
        #expect(program.lines.contains { $0.contains(folder) }, "\(program.output)")
    }

    @Test func `C10: an unknown sound is reported`() async throws {
        var script = ScriptedServerScript()
        script.configuration.capabilities = ["actions", "body", "sound"]
        try await withAgentAndServer(script: script, prepare: { try $0.addSounds() }) { agent, _ in
            let added = try await agent.belfry("add", "--title", "x", "--sound", "no-such-sound")
            #expect(added.status == 0)
            #expect(added.errors.contains("the sound \"no-such-sound\" was not found"), "\(added.errors)")
            #expect(try await agent.belfry("add", "--title", "x", "--sound", "message-new-instant").errors == "")
        }
    }
}

extension TestAgent {
    /// Runs a script in a terminal, by script(1); returns the text that the terminal has shown.
    func inTerminal(_ script: String, environment: [String: String] = [:]) async throws -> Stranger {
        let folder = folders.path + "/script"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(script.utf8).write(to: URL(filePath: folder + "/terminal"))
        let shown = try await bash(
            "script -qec 'bash -eu terminal' /dev/null < /dev/null || exit $?", environment: environment)
        // script(1) passes the end of its input on as ^D.
        let output = shown.output.filter { $0 != "\r" && $0 != "\u{4}" && $0 != "\u{8}" }
            .replacing("\r\n", with: "\n").replacing("^D", with: "")
        return Stranger(output: output, of: shown)
    }
}

extension Stranger {
    fileprivate init(output: String, of other: Stranger) {
        var output = output
        while output.hasSuffix("\n") { output.removeLast() }
        self.init(status: other.status, output: output, errors: other.errors)
    }
}
