// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import TestSupport
import Testing
import Triggers

/// `belfry extension`: declarations are listed and checked, and an extension is tried without showing anything.
@Suite struct ExtensionCommandTests {
    private static let app = TestAgent.app

    /// Writes a program, and a desktop file of the tests' application with these lines in its group.
    private func install(_ script: String, _ lines: String..., in folders: AgentFolders) throws {
        let program = try folders.file("service", "#!/bin/sh\n\(script)\n".utf8, mode: 0o700)
        let group = ["[X-Belfry Service Extension]", "Exec=\(program) --quick"] + lines
        try write(group.joined(separator: "\n"), in: folders)
    }

    private func write(_ groups: String, in folders: AgentFolders) throws {
        let entry = "[Desktop Entry]\nType=Application\nName=App\nExec=true\n\n"
        try folders.write("\(entry)\(groups)\n", to: file(in: folders))
    }

    private func file(in folders: AgentFolders) -> String { "\(folders.applications)/\(Self.app).desktop" }

    /// Runs `belfry extension run` with a payload in a file.
    private func run(
        _ agent: TestAgent, _ options: String...,
        payload: String = #"{"aps": {"alert": {"title": "Ann", "body": "…"}, "mutable-content": 1, "badge": 3}}"#
    ) async throws -> Stranger {
        let file = try agent.folders.file("payload.json", payload.utf8)
        return try await agent.belfry(["extension", "run", Self.app, "--payload", file] + options)
    }

    // MARK: - Declarations

    @Test func `list tells program, limits and state, and enable and disable change it`() async throws {
        try await withAgent(prepare: { try install("exit 0", "X-Network=true", "X-Timeout=7", in: $0) }) { agent in
            let list = try await agent.belfry("extension", "list", Self.app)
            #expect(list.status == 0, "\(list)")
            let program = "\(agent.folders.path)/files/service"
            #expect(
                list.lines == [
                    "app         \(Self.app)", "kind        service", "program     \(program) --quick",
                    "network     yes", "timeout     7 s",
                ])

            #expect(try await agent.belfry("extension", "disable", Self.app, "--kind", "service").status == 0)
            let row = try await agent.belfry("extension", "list", Self.app, "--json").objects()
            #expect(row.count == 1 && row[0]["enabled"] == .flag(false))
            #expect(row[0]["command"]?.list == [.text(program), .text("--quick")])
            #expect(row[0]["file"]?.text == file(in: agent.folders))
            #expect(try await agent.belfry("extension", "list").output.contains("state       disabled"))

            let enabled = try await agent.belfry("extension", "enable", Self.app, "--json")
            #expect(try enabled.objects()[0]["kinds"]?.list == [.text("service"), .text("content")])
            #expect(try await agent.proxy().extensions()[0]["enabled"]?.bool == true)
        }
    }

    @Test func `the setting survives the agent`() async throws {
        try await withAgent(prepare: { try install("exit 0", in: $0) }) { agent in
            try await agent.proxy().setExtension("service", isEnabled: false)
            try await agent.kill()
            try await agent.start()
            #expect(try await agent.proxy().extensions().map { $0["enabled"]?.bool } == [false])
        }
    }

    @Test func `without extensions list says so, and check ends with 3`() async throws {
        try await withAgent { agent in
            let list = try await agent.belfry("extension", "list")
            #expect(
                list.status == 0 && list.output == "" && list.errors.contains("no application declares an extension"))
            let check = try await agent.belfry("extension", "check", Self.app)
            #expect(check.status == 3 && check.errors.contains("declares no extension"), "\(check)")
        }
    }

    @Test func `check names each fault, also of a file that isn't installed`() async throws {
        try await withAgent { agent in
            let folders = agent.folders
            try write(
                """
                [X-Belfry Service Extension]
                Exec=cat %u
                X-Timeout=90
                [X-Belfry Content Extension one]
                Exec=cat
                X-Categories=A;
                [X-Belfry Content Extension two]
                Exec=cat
                X-Categories=A;
                [X-Belfry Servce Extension]
                Exec=cat
                """, in: folders)
            let place = folders.path + "/files/org.example.New.desktop"
            try FileManager.default.moveItem(atPath: file(in: folders), toPath: place)

            let check = try await agent.belfry("extension", "check", place)

            #expect(check.status == 1 && check.errors.contains("there are 4 faults"), "\(check)")
            #expect(
                check.lines == [
                    "[X-Belfry Service Extension]",
                    "  X-Timeout is \"90\": it must be a whole number of seconds from 1 to 30; it counts as 30",
                    "  Exec is \"cat %u\": it has the field code %u; an extension gets none (a percent sign is %%)",
                    "[X-Belfry Content Extension one] no faults", "[X-Belfry Content Extension two]",
                    "  X-Categories is \"A\": it is drawn by the extension \"one\", which comes first in the file",
                    "[X-Belfry Servce Extension]",
                    "  the group is \"X-Belfry Servce Extension\": it declares no extension; the groups that do are "
                        + "\"X-Belfry Service Extension\" or \"X-Belfry Content Extension NAME\"",
                ])
        }
    }

    @Test func `a desktop file that others can write to, or that is none, is refused`() async throws {
        try await withAgent(prepare: { try install("exit 0", in: $0) }) { agent in
            let file = file(in: agent.folders)
            try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file)
            let check = try await agent.belfry("extension", "check", Self.app)
            #expect(check.status == 65 && check.errors.contains("can be changed by other users"), "\(check)")
            #expect(try await agent.belfry("extension", "check", "/etc/passwd").status == 65)
            #expect(try await agent.belfry("extension", "check", "/nowhere/org.example.App.desktop").status == 65)
        }
    }

    @Test func `another kind is refused by the command and by the agent`() async throws {
        try await withAgent { agent in
            let command = try await agent.belfry("extension", "disable", Self.app, "--kind", "other")
            #expect(command.status == 2, "\(command)")
            await #expect(
                throws: Refusal.invalidRequest("kind is \"other\"; it must be \"service\" or \"content\"")
            ) { try await agent.proxy().setExtension("other", isEnabled: false) }
        }
    }

    // MARK: - Trials

    @Test func `run prints each line with its time and what is changed, and shows and stores nothing`() async throws {
        let script = #"""
            read -r event
            echo hello
            echo progress >&2
            echo '{"v":1,"content":{"body":"Lunch?","badge":null,"colour":"red"}}'
            """#
        try await withAgentAndServer(prepare: { try install(script, in: $0) }) { agent, server in
            let run = try await run(agent)

            #expect(run.status == 0, "\(run)")
            let lines = run.lines
            #expect(lines.count == 8, "\(run)")
            #expect(lines[0].hasSuffix(" s     hello  (no answer: the line is no JSON object)"))
            #expect(lines[1].hasSuffix(#" s     {"v":1,"content":{"body":"Lunch?","badge":null,"colour":"red"}}"#))
            #expect(lines[2].hasSuffix(" s     the end, with status 0"))
            #expect(lines[3] == "stderr      progress")
            #expect(lines[4] == "remark      content.colour is \"red\": is not a known key")
            #expect(lines[5...] == ["- badge: 3", "- body: \"…\"", "+ body: \"Lunch?\""])
            #expect(try await agent.proxy().delivered().isEmpty)
            #expect(try await agent.proxy("*").log([:]).isEmpty)
            // The server's next notification is the next one, not the trial's.
            _ = try await agent.proxy().add(request("next", title: "Next"))
            #expect(try await server.nextNotification().summary == "Next")
            #expect(try await agent.proxy().extensions()[0]["outcomes"]?.properties?.isEmpty == true)
        }
    }

    @Test(arguments: [
        ("exit 3", "exit", "it ended with status 3"), ("kill -9 $$", "signal", "signal 9 ended it"),
        ("true", "noAnswer", "it ended without an answer"),
        ("echo hello", "badAnswer", "its answer could not be read: notJSON"),
        (
            #"echo '{"v":1,"content":{"title":"","body":null}}'"#, "emptied",
            "its answer left neither a title nor a body"
        ),
    ])
    func `run of an extension that fails shows the original`(
        script: String, outcome: String, reason: String
    ) async throws {
        // In the sandbox the program is the first process of its name space, which can't kill itself.
        let configuration = "[extensions]\nsandbox = \"none\"\n"
        try await withAgent(configuration: configuration, prepare: { try install(script, in: $0) }) { agent in
            let run = try await run(agent, "--json")

            #expect(run.status == 1 && run.errors.contains("the original would be shown: \(reason)"), "\(run)")
            let trial = try run.objects()[0]
            #expect(trial["outcome"]?.text == outcome && trial["message"]?.text == reason)
            #expect(trial["original"] == trial["result"] && trial["original"]?.object?["title"] == .text("Ann"))
        }
    }

    @Test func `a disabled extension can be tried`() async throws {
        try await withAgent(prepare: { try install(#"echo '{"v":1,"content":{}}'"#, in: $0) }) { agent in
            try await agent.proxy().setExtension("service", isEnabled: false)
            let run = try await run(agent)
            #expect(run.status == 0 && run.lines.last == "the notification is not changed", "\(run)")
        }
    }

    @Test func `run without mutable-content warns its author`() async throws {
        try await withAgent(prepare: { try install(#"echo '{"v":1,"content":{"body":"x"}}'"#, in: $0) }) { agent in
            let run = try await run(agent, payload: #"{"aps": {"alert": "a"}}"#)
            #expect(run.status == 0)
            #expect(run.output.contains("remark      aps.mutable-content is not 1"), "\(run)")
        }
    }

    @Test(arguments: [
        ("{}", "the payload has no dictionary"), ("", "the payload is no JSON object"),
        (#"{"aps": {"badge": 1, "mutable-content": 1}}"#, "aps.alert has no text"),
        (
            #"{"aps": {"alert": ""# + String(repeating: "x", count: 4000) + #""}}"#,
            "payload is over 3993 bytes, the limit"
        ),
    ])
    func `a payload that shows nothing is refused`(payload: String, reason: String) async throws {
        try await withAgent(prepare: { try install("true", in: $0) }) { agent in
            let run = try await run(agent, payload: payload)
            #expect(run.status == 65 && run.errors.contains(reason), "\(run)")
        }
    }

    @Test func `an application without an extension for the payload can't be tried`() async throws {
        try await withAgent { agent in
            let none = try await run(agent)
            #expect(none.status == 65 && none.errors.contains("declares no extension"), "\(none)")
            try write("[X-Belfry Content Extension A]\nExec=cat\nX-Categories=A;", in: agent.folders)
            let other = try await run(agent)
            #expect(other.status == 65 && other.errors.contains("no content extension for the payload's category"))
        }
    }

    @Test func `run tries the content extension of the payload's category, too`() async throws {
        let payload = #"{"aps": {"alert": {"title": "Ann"}, "category": "A", "mutable-content": 1}}"#
        try await withAgent { agent in
            let picture = Data(Samples.png).base64EncodedString()
            let lines = """
                #!/bin/sh
                read -r first
                folder=$(printf '%s' "$first" | sed 's/.*"attachmentsDir":"\\([^"]*\\)".*/\\1/')
                printf '%s' '\(picture)' | base64 -d > "$folder/p"
                echo '{"v":1,"content":{"subtitle":"drawn"},"picture":"p"}'

                """
            let content =
                "[X-Belfry Content Extension A]\nX-Categories=A;\nExec="
                + (try agent.folders.file("draw", lines.utf8, mode: 0o700))
            try write(content, in: agent.folders)
            let alone = try await run(agent, payload: payload)
            #expect(alone.status == 0 && alone.output.contains("picture     p"), "\(alone)")
            #expect(alone.lines.contains(#"+ subtitle: "drawn""#), "\(alone)")
            let service = try agent.folders.file(
                "rewrite", "#!/bin/sh\necho '{\"v\":1,\"content\":{\"title\":\"Bob\"}}'\n".utf8, mode: 0o700)
            try write("[X-Belfry Service Extension]\nExec=\(service)\n\(content)", in: agent.folders)
            let both = try await run(agent, payload: payload)
            #expect(both.status == 0 && both.lines.contains("The content extension:"), "\(both)")
            #expect(both.lines.contains(#"+ title: "Bob""#) && both.lines.contains(#"+ subtitle: "drawn""#), "\(both)")
        }
    }
}
