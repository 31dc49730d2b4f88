// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop
import FoundationEssentials
import Glibc
import NotificationServer
import Testing
import TestSupport

/// An agent that is told that its unit confines it does by its other half what it can't do itself.
@Suite struct ConfinedAgentTests {
    /// Runs `body` with a confined agent, a server and a systemd that starts its other half.
    private func withConfinedAgent<Result>(
        configuration: String? = nil, by prefix: String = "", environment: [String: String] = [:],
        _ body: (TestAgent, ScriptedServer, ScriptedSystemd) async throws -> Result
    ) async throws -> Result {
        let folders = try AgentFolders()
        defer { try? FileManager.default.removeItem(atPath: folders.path) }
        let text = "#!/bin/sh\nexec \(prefix) '\(try TestAgent.program())' --confined \"$@\"\n"
        let program = try folders.file("confined", text.utf8, mode: 0o700)
        if let configuration { try folders.configure(configuration) }
        var script = ScriptedServerScript()
        // No field for words.
        script.configuration.capabilities = ["actions", "body"]
        return try await withPrivateBus { address in
            let loop = EventLoop.onOwnThread(named: "caller")
            defer { loop.stop() }
            let bus = String(address.prefix { $0 != "," })
            // It is there before the agent is, as it is in a session.
            let systemd = try await ScriptedSystemd.start(on: bus, loop: loop)
            let agent = try await TestAgent(bus: bus, folders: folders, loop: loop, program: program)
            do {
                try await agent.start(environment)
                let result = try await withScriptedServer(on: bus, script: script) { server in
                    try await agent.hasMet(server)
                    return try await body(agent, server, systemd)
                }
                try await agent.kill()
                return result
            } catch {
                print("belfryd of the failing test said:\n\(agent.log)")
                try? await agent.kill()
                throw error
            }
        }
    }

    private func file(_ agent: TestAgent, _ name: String) -> String { agent.folders.path + "/files/" + name }

    @Test func `a command is started by its other half, and all is told of it`() async throws {
        try await withConfinedAgent { agent, server, systemd in
            let events = try await AgentEvents(of: agent)
            let command = "echo \"$PPID $BELFRY_TITLE\"; cat > '\(file(agent, "told"))'; echo more >&2; exit 3"
            _ = try await agent.proxy().add(
                request("tea", title: "Tea `id`", ["on": .properties(["fired": .string(command)])]))

            let ended = try await events.next("command", of: "tea")

            let other = try await systemd.processes.next()
            #expect(ended.detail["status"]?.int == 3)
            #expect(ended.detail["output"]?.string == "\(other) Tea `id`\nmore\n")
            #expect(agent.folders.text(of: file(agent, "told"))?.contains("\"identifier\":\"tea\"") == true)
        }
    }

    @Test func `a command outside inherits nothing but what it is told, in a group of its own`() async throws {
        try await withConfinedAgent { agent, _, _ in
            let events = try await AgentEvents(of: agent)
            // Not of the agent, nor of its other half, which has all that the test has.
            let script =
                #"env | cut -d= -f1 | sort | tr '\n' ' '; echo; grep -E '^Sig(Blk|Ign)' /proc/self/status | cut -f2; "#
                + #"ls /proc/$$/fd > fds; tr '\n' ' ' < fds; echo; test "$(ps -o pgid= -p $$ | tr -d ' ')" = $$ && echo own group; pwd"#
            let on = Value.properties(["fired": .string(script)])
            let environment: [Value: Value] = [.string("TEA"): .string("green")]
            _ = try await agent.proxy().add(
                request(
                    "tea", title: "'; touch forged; '",
                    ["on": on, "environment": .dictionary(environment, key: .string, value: .string)]))

            let output = try await events.next("command", of: "tea").detail["output"]?.string ?? ""

            let lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            try #require(lines.count >= 6, "\(output)")
            let names = lines[0].split(separator: " ").map(String.init)
            let told: Set = [
                "HOME", "LANG", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY",
            ]
            let shells: Set = ["PATH", "TEA", "PWD", "OLDPWD", "SHLVL", "_"]
            #expect(
                names.allSatisfy { told.contains($0) || shells.contains($0) || $0.hasPrefix("BELFRY_") }, "\(output)")
            #expect(names.contains("TEA") && names.contains("BELFRY_TITLE"))
            #expect(!names.contains("BELFRY_SOUND_PATH"), "the agent's own")
            // Blocked and ignored: none, but for two of glibc's own that tests may be started with.
            #expect(lines[1...2].allSatisfy { UInt64($0, radix: 16).map { $0 & 0x7fff_ffff } == 0 }, "\(output)")
            #expect(lines[3].split(separator: " ").compactMap { Int($0) }.filter { (3...9).contains($0) } == [])
            #expect(lines[4] == "own group", "\(output)")
            #expect(lines[5] == agent.folders.path + "/home")
            #expect(access(lines[5] + "/forged", F_OK) != 0)
        }
    }

    @Test func `of what a command prints the log has the beginning, and it need not stop`() async throws {
        try await withConfinedAgent { agent, _, _ in
            let events = try await AgentEvents(of: agent)
            let command = "head -c 5000000 /dev/zero | tr '\\0' x; echo end > '\(file(agent, "last"))'"
            _ = try await agent.proxy().add(request("tea", ["on": .properties(["fired": .string(command)])]))

            let ended = try await events.next("command", of: "tea")

            #expect(ended.detail["output"]?.string == String(repeating: "x", count: 4096))
            #expect(ended.detail["status"]?.int == 0)
            #expect(agent.folders.text(of: file(agent, "last")) == "end\n")
        }
    }

    // Debug builds only have a shorter limit.
    #if DEBUG
    @Test func `at its limit a command ends outside as it does inside, with all that it has started and that won't`()
        async throws
    {
        let limit = ["BELFRYD_COMMAND_LIMIT": "1500"]
        let inside = try await withAgent(environment: limit) { try await overstay($0) }
        let outside = try await withConfinedAgent(environment: limit) { agent, _, systemd in
            let detail = try await overstay(agent)
            // It is the other half that goes on: no new one was started.
            let other = try await systemd.processes.next()
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(
                request("next", ["on": .properties(["fired": .string("echo $PPID")])]))
            #expect(try await events.next("command", of: "next").detail["output"]?.string == "\(other)\n")
            return detail
        }
        #expect(outside == inside)
        #expect(inside["error"]?.string?.hasPrefix("ended after") == true, "\(inside)")
        #expect(inside["status"] == nil && inside["signal"] == nil, "\(inside)")
    }
    #endif

    /// Has a command run into its limit, and waits until all of it has gone; what was noted of it.
    private func overstay(_ agent: TestAgent) async throws -> [String: Value] {
        let events = try await AgentEvents(of: agent)
        let (child, own) = (file(agent, "child"), file(agent, "self"))
        let command =
            "trap '' TERM; (trap '' TERM; sleep 1000; sleep 1000) & echo $! > '\(child)'; echo $$ > '\(own)'; "
            + "head -c 100000 /dev/zero | tr '\\0' x; sleep 1000; sleep 1000"
        _ = try await agent.proxy().add(request("tea", ["on": .properties(["fired": .string(command)])]))

        let detail = try await events.next("command", of: "tea").detail
        for path in [child, own] {
            let number = try #require(Int32((agent.folders.text(of: path) ?? "").filter(\.isNumber)))
            try await waitForEnd(of: number)
        }
        // When it was is another matter.
        return detail.filter { !["cursor", "date", "dateUnix"].contains($0.key) }
    }

    @Test func `a command that a signal ends, and one that is not there, are told apart`() async throws {
        try await withConfinedAgent { agent, _, _ in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("killed", ["on": .properties(["fired": .string("kill -9 $$")])]))
            #expect(try await events.next("command", of: "killed").detail["signal"]?.int == 9)

            _ = try await agent.proxy().add(
                request("missing", ["on": .properties(["fired": .strings(["/nowhere/program"])])]))
            let error = try await events.next("command", of: "missing").detail["error"]?.string
            #expect(error?.hasPrefix("the program was not found") == true, "\(error ?? "")")
        }
    }

    @Test func `what the machine has no room for outside is tried again, as it would be here`() async throws {
        try await withConfinedAgent { agent, _, _ in
            let events = try await AgentEvents(of: agent)
            let program = try agent.folders.file(
                "program", try Data(contentsOf: URL(filePath: "/bin/true")), mode: 0o700)
            let writer = open(program, O_WRONLY | O_CLOEXEC)
            #expect(writer >= 0)
            _ = try await agent.proxy().add(request("tea", ["on": .properties(["fired": .strings([program])])]))

            #expect(try await events.next("command", of: "tea").detail["retryAfter"]?.int == 1)

            close(writer)
            while try await events.next("command", of: "tea").detail["status"]?.int != 0 {}
        }
    }

    @Test func `a caller is known by it, and refused without it`() async throws {
        try await withConfinedAgent { agent, _, systemd in
            _ = try await agent.proxy("").add(request("tea"))
            let other = try await systemd.processes.next()
            kill(other, SIGKILL)
            await systemd.leave()

            // A connection that is not known yet.
            let stranger = try Connection(to: .at(agent.bus), on: agent.connection.loop)
            let error = await #expect(throws: BusError.self) {
                _ = try await AgentProxy(on: stranger, app: "").add(request("mine"))
            }
            #expect(error?.name == BusError.accessDenied("").name)
            await stranger.close()
        }
    }

    @Test func `its other half is started again once it was killed`() async throws {
        try await withConfinedAgent { agent, _, systemd in
            let events = try await AgentEvents(of: agent)
            let on = Value.properties(["fired": .string("true")])
            _ = try await agent.proxy().add(request("one", ["on": on]))
            #expect(try await events.next("command", of: "one").detail["status"]?.int == 0)

            kill(try await systemd.processes.next(), SIGKILL)

            // Until the agent has heard of it, what it asks for may be lost with it.
            repeat {
                _ = try await agent.proxy().add(request("two", ["on": on]))
            } while try await events.next("command", of: "two").detail["status"]?.int != 0
            _ = try await systemd.processes.next()
        }
    }

    // The sandbox takes the capability from the agent, which a newer systemd gives to all that a person's session has.
    @Test(.enabled(if: WakeTests.canWake && geteuid() == 0))
    func `an agent that may not wake the machine has its other half do it`() async throws {
        try await withConfinedAgent(by: "setpriv --bounding-set=-wake_alarm --inh-caps=-wake_alarm") { agent, _, _ in
            let train = ["trigger": tomorrow, "wake": .boolean(true)]
            let outcome = try await agent.proxy().add(request("train", train))
            #expect(outcome["degraded"]?.strings?.contains("wake") ?? false == false)
        }
    }

    @Test func `a prompt that nobody waits for any more is ended, with what it has started`() async throws {
        let folder = try AgentFolders().path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let script = "sleep 1000 & echo $! > '\(folder)/new'; mv '\(folder)/new' '\(folder)/child'; wait"
        let configuration = "[prompt]\ncommand = [\"sh\", \"-c\", \"\(script)\"]\n"
        try await withConfinedAgent(configuration: configuration) { agent, server, _ in
            let action: [String: Value] = [
                "identifier": .string("say"), "title": .string("Say"), "textInputButtonTitle": .string("Send"),
            ]
            _ = try await agent.proxy().add(request("chat", ["actions": .dictionaries([action])]))
            let shown = try await server.nextNotification()
            await server.press(shown.key(of: "Say"), on: shown)
            let child = try await withDeadline {
                while true {
                    let text = try? String(contentsOfFile: "\(folder)/child", encoding: .utf8)
                    if let text, let child = Int32(text.filter(\.isNumber)) { return child }
                    try await yieldUntilDeadline()
                }
            }

            _ = try await agent.proxy().removeDelivered(["chat"])

            try await waitForEnd(of: child)
        }
    }
}
