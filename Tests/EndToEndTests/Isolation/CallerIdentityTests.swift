// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import Testing
import TestSupport

/// A caller that can't be identified is refused, and a reused process number gives no rights.
@Suite struct CallerIdentityTests {
    private static let denied = "org.freedesktop.DBus.Error.AccessDenied"

    /// A program that starts belfryd in a sandbox, or as another user.
    private func withAgent(in words: String, _ body: (TestAgent) async throws -> Void) async throws {
        let folders = try AgentFolders()
        defer { try? FileManager.default.removeItem(atPath: folders.path) }
        let program = try folders.file(
            "belfryd", "#!/bin/sh\nexec \(words) \(try TestAgent.program()) \"$@\"\n".utf8, mode: 0o700)
        try await TestSupport.withAgent(program: program, body)
    }

    @Test func `a sandboxed program calls, and is told what it may not do`() async throws {
        try await TestSupport.withAgent { agent in
            try await withConfinedBus(.flatpak, on: agent.bus) { bus in
                let call = [
                    "call", "--session", "-d", "org.belfry.Agent", "-o", "/org/belfry/Agent", "-m",
                    "org.belfry.NotificationCenter1.Add",
                ]
                let request = "{'identifier': <'a'>, 'title': <'A'>, 'trigger': <{'in': <'1h'>}>"
                let own = try await Stranger.run("gdbus", call + ["", request + "}"], on: bus.address)
                #expect(own.status == 0, "\(own)")
                let command = try await Stranger.run(
                    "gdbus", call + ["", request + ", 'on': <{'any': <'true'>}>}"], on: bus.address)
                #expect(command.errors.contains("on: \(Confinement.flatpak.app) is sandboxed"))
                #expect(try await agent.pendingIdentifiers(Confinement.flatpak.app) == ["a"])
            }
        }
    }

    @Test func `a call of an ended sandbox has no rights, whatever process reuses its number`() async throws {
        try await TestSupport.withAgent { agent in
            let mark = agent.folders.path + "/files/mark"
            let root = try SandboxRoot(app: Confinement.flatpak.app)
            defer { root.remove() }
            agent.signal(SIGSTOP)
            let number = try await withConfinedBus(.flatpak, on: agent.bus, root: root) { bus in
                let connection = try Connection(to: .at(bus.address), on: agent.loop)
                let message = Message.methodCall(
                    destination: AgentNames.busName, path: AgentNames.path, interface: AgentNames.interface,
                    member: "Add",
                    arguments: [
                        .string(""),
                        .properties(request("forged", ["on": .properties(["fired": .string("touch '\(mark)'")])])),
                    ])
                try await connection.send(message)
                // The bus has sent the call when it has replied to a later one.
                _ = try await connection.owner(of: AgentNames.busName)
                await connection.close()
                return bus.processID
            }
            let reused = try await Self.process(numbered: try #require(number))
            defer {
                if let reused {
                    kill(reused, SIGKILL)
                    waitpid(reused, nil, 0)
                }
            }
            agent.signal(SIGCONT)

            // The call came before this one.
            let all = agent.proxy("*")
            #expect(try await agent.proxy("*").log([:]).isEmpty)
            #expect(try await all.missed().isEmpty)
            #expect(try await agent.proxy().status()["pending"]?.int == 0)
            #expect(access(mark, F_OK) != 0)
        }
    }

    /// Starts a host program with this number, if the kernel allows setting the next number; nil otherwise.
    private static func process(numbered number: Int32) async throws -> Int32? {
        for _ in 0..<200 {
            let file = open("/proc/sys/kernel/ns_last_pid", O_WRONLY | O_CLOEXEC)
            guard file >= 0 else { return nil }
            let text = Array("\(number - 1)".utf8)
            let isTold = write(file, text, text.count) == text.count
            close(file)
            guard isTold else { return nil }
            let process = try spawn(["sleep", "1000"])
            if process == number { return process }
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        return nil
    }

    @Test func `a caller that hides from the agent is refused, and does not count as a host program`() async throws {
        // The agent is not root, and may not read this process.
        let isRoot = geteuid() == 0
        try await withAgent(in: isRoot ? "setpriv --bounding-set=-all --inh-caps=-all" : "env") { agent in
            try await withConfinedBus(.hidden, on: agent.bus) { bus in
                let connection = try Connection(to: .at(bus.address), on: agent.loop)
                let error = await #expect(throws: BusError.self) {
                    _ = try await AgentProxy(on: connection).add(request("a"))
                }
                #expect(error?.name == Self.denied)
                #expect(error?.message == "The caller can't be identified: its process has ended or is hidden.")
                await connection.close()
            }
        }
    }

    /// Enables a test only on a machine that allows name spaces.
    private static let hasNameSpaces = ConditionTrait.enabled("Nobody may make name spaces here.") {
        try await SandboxRoot.technique() == .bubblewrap
    }

    @Test(hasNameSpaces)
    func `without /proc every caller is refused, and none counts as a host program`() async throws {
        try await withAgent(in: "bwrap --die-with-parent --dev-bind / / --tmpfs /proc") { agent in
            for app in ["", TestAgent.app, "*"] {
                let error = await #expect(throws: BusError.self) { _ = try await agent.proxy(app).log([:]) }
                #expect(error?.name == Self.denied, "\(app)")
            }
        }
    }

    @Test(hasNameSpaces) func `in another PID name space no caller is identified by its number`() async throws {
        try await withAgent(in: "bwrap --die-with-parent --dev-bind / / --unshare-pid --proc /proc") { agent in
            let error = await #expect(throws: BusError.self) { _ = try await agent.proxy().pending() }
            #expect(error?.message == "The bus can't tell which process is calling.")
        }
    }
}
