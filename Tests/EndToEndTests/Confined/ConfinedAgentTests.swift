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

/// A confined agent uses its helper process for everything that the sandbox forbids.
@Suite struct ConfinedAgentTests {
    /// Runs `body` with a confined agent, a server and a systemd that starts the helper.
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
        // This server has no text field.
        script.configuration.capabilities = ["actions", "body"]
        return try await withPrivateBus { address in
            let loop = EventLoop.onOwnThread(named: "caller")
            defer { loop.stop() }
            let bus = String(address.prefix { $0 != "," })
            // systemd is on the bus before the agent, as in a session.
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

    @Test func `the helper starts a command, and the agent gets the whole result`() async throws {
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

    @Test func `a command of the helper inherits only its environment, in a process group of its own`() async throws {
        try await withConfinedAgent { agent, _, _ in
            let events = try await AgentEvents(of: agent)
            // The command has no variable of the agent, nor of the helper, which has all variables of the test.
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
            // Blocked and ignored signals: none, except two of glibc's own that tests may be started with.
            #expect(lines[1...2].allSatisfy { UInt64($0, radix: 16).map { $0 & 0x7fff_ffff } == 0 }, "\(output)")
            #expect(lines[3].split(separator: " ").compactMap { Int($0) }.filter { (3...9).contains($0) } == [])
            #expect(lines[4] == "own group", "\(output)")
            #expect(lines[5] == agent.folders.path + "/home")
            #expect(access(lines[5] + "/forged", F_OK) != 0)
        }
    }

    @Test func `the log keeps the beginning of a long output, and the command is not stopped`() async throws {
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

    // The limit is shorter in debug builds only.
    #if DEBUG
    @Test func `at its limit a command of the helper ends, with all processes that it has started`()
        async throws
    {
        let limit = ["BELFRYD_COMMAND_LIMIT": "1500"]
        let inside = try await withAgent(environment: limit) { try await overstay($0) }
        let outside = try await withConfinedAgent(environment: limit) { agent, _, systemd in
            let detail = try await overstay(agent)
            // The same helper is still running: no second one was started.
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

    /// Runs a command into its limit, waits until all its processes have ended, and returns the log entry.
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
        // The time of the event is not compared.
        return detail.filter { !["cursor", "date", "dateUnix"].contains($0.key) }
    }

    @Test func `a command that a signal ends and one that is missing are told apart`() async throws {
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

    @Test func `a command for which the machine has no resources is started again later`() async throws {
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

    @Test func `a caller is identified by the helper, and refused without it`() async throws {
        try await withConfinedAgent { agent, _, systemd in
            _ = try await agent.proxy("").add(request("tea"))
            let other = try await systemd.processes.next()
            kill(other, SIGKILL)
            await systemd.leave()

            // A new connection, which the agent has not identified yet.
            let stranger = try Connection(to: .at(agent.bus), on: agent.connection.loop)
            let error = await #expect(throws: BusError.self) {
                _ = try await AgentProxy(on: stranger, app: "").add(request("mine"))
            }
            #expect(error?.name == BusError.accessDenied("").name)
            await stranger.close()
        }
    }

    /// The call was refused, because the agent had asked a helper process that was ending.
    @Test func `the next helper identifies a caller if the helper ends before it has replied`() async throws {
        try await withConfinedAgent { agent, _, systemd in
            _ = try await agent.proxy("").add(request("tea"))
            let other = try await systemd.processes.next()
            kill(other, SIGSTOP)
            let stranger = try Connection(to: .at(agent.bus), on: agent.connection.loop)
            async let added = AgentProxy(on: stranger, app: "").add(request("mine"))
            // The agent identifies the stranger meanwhile; these calls come from a caller that it knows.
            for _ in 0..<20 { _ = try await agent.proxy("").categories() }
            kill(other, SIGKILL)

            _ = try await added
            #expect(try await systemd.processes.next() != other)
            await stranger.close()
        }
    }

    @Test func `the helper is started again after it was killed`() async throws {
        try await withConfinedAgent { agent, _, systemd in
            let events = try await AgentEvents(of: agent)
            let on = Value.properties(["fired": .string("true")])
            _ = try await agent.proxy().add(request("one", ["on": on]))
            #expect(try await events.next("command", of: "one").detail["status"]?.int == 0)

            kill(try await systemd.processes.next(), SIGKILL)

            // Until the agent has noticed the end, its requests may be lost with the helper.
            repeat {
                _ = try await agent.proxy().add(request("two", ["on": on]))
            } while try await events.next("command", of: "two").detail["status"]?.int != 0
            _ = try await systemd.processes.next()
        }
    }

    // The sandbox takes the capability from the agent; a newer systemd gives it to all processes of a person's session.
    @Test(.enabled(if: WakeTests.canWake && geteuid() == 0))
    func `an agent that may not wake the machine lets its helper do it`() async throws {
        try await withConfinedAgent(by: "setpriv --bounding-set=-wake_alarm --inh-caps=-wake_alarm") { agent, _, _ in
            let train = ["trigger": tomorrow, "wake": .boolean(true)]
            let outcome = try await agent.proxy().add(request("train", train))
            #expect(outcome["degraded"]?.strings?.contains("wake") ?? false == false)
        }
    }

    @Test func `a prompt whose notification was removed is ended, with all that it has started`() async throws {
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
