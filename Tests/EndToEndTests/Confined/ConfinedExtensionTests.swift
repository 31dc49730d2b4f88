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

/// Extensions of a confined agent run outside its sandbox, and end with it.
@Suite struct ConfinedExtensionTests {
    /// The process that starts an extension's guard.
    enum Starter: CaseIterable {
        /// The user's systemd, in a unit of its own.
        case systemd
        /// The helper process outside the sandbox.
        case helper
    }

    /// The agent of a test, and what it talks to.
    private struct Scene {
        let agent: TestAgent
        let server: ScriptedServer
        let systemd: ScriptedSystemd
        /// The end of a pipe that all processes of a run hold open.
        let alive: Int32

        /// Waits until no process of a run is left; throws after one second.
        func waitForEnd(file: String = #fileID, line: Int = #line) async throws {
            try await withDeadline(seconds: 1, file: file, line: line) { [alive] in
                var event = pollfd(fd: alive, events: Int16(POLLIN), revents: 0)
                while poll(&event, 1, 0) == 0 { try await yieldUntilDeadline() }
            }
        }

        /// Waits until the extension `linger` has started all its processes, which hold the pipe.
        func waitForStart() async throws {
            let path = agent.folders.data + "/belfry/runs"
            try await withDeadline {
                while true {
                    for folder in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
                        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []
                        if names.count == 6 { return }
                    }
                    try await yieldUntilDeadline()
                }
            }
            var byte: UInt8 = 0
            try #require(read(alive, &byte, 1) < 0 && errno == EAGAIN, "The extension has not opened the pipe.")
        }
    }

    private func withScene(
        _ starter: Starter, extension name: String, sandbox: String, _ body: (Scene) async throws -> Void
    ) async throws {
        let folders = try AgentFolders()
        defer { try? FileManager.default.removeItem(atPath: folders.path) }
        try folders.configure("[extensions]\nsandbox = \"\(sandbox)\"\n")
        try folders.write(
            """
            [Desktop Entry]
            Type=Application
            Name=App
            Exec=/bin/true

            [X-Belfry Service Extension]
            Exec=\(Checkout.root)Tests/EndToEndTests/Fixtures/Extensions/\(name)

            """, to: "\(folders.applications)/\(TestAgent.app).desktop")
        let data = "\(folders.data)/belfry/extensions/\(TestAgent.app)"
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        try #require(mkfifo(data + "/alive", 0o600) == 0)
        let alive = open(data + "/alive", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(alive) }
        let text = "#!/bin/sh\nexec '\(try TestAgent.program())' --confined \"$@\"\n"
        let program = try folders.file("confined", text.utf8, mode: 0o700)
        try await withPrivateBus { address in
            let loop = EventLoop.onOwnThread(named: "caller")
            defer { loop.stop() }
            let bus = String(address.prefix { $0 != "," })
            let systemd = try await ScriptedSystemd.start(
                on: bus, loop: loop, startsExtensions: starter == .systemd)
            let agent = try await TestAgent(bus: bus, folders: folders, loop: loop, program: program)
            do {
                try await agent.start()
                try await withScriptedServer(on: bus) { server in
                    try await agent.hasMet(server)
                    try await body(Scene(agent: agent, server: server, systemd: systemd, alive: alive))
                }
                if agent.isRunning { try await agent.kill() }
            } catch {
                print("belfryd of the failing test said:\n\(agent.log)")
                try? await agent.kill()
                throw error
            }
        }
    }

    @Test(arguments: Starter.allCases, ["none", "preferred"])
    func `an extension of a confined agent rewrites a notification`(starter: Starter, sandbox: String) async throws {
        try await withScene(starter, extension: "rewrite", sandbox: sandbox) { scene in
            _ = try await scene.agent.proxy().add(request("m", title: "Original", ["mutableContent": .boolean(true)]))
            #expect(try await scene.server.nextNotification().body == "rewritten")
            try await scene.waitForEnd()
            // The trial run had a guard, too.
            if starter == .systemd {
                for _ in 0..<2 { _ = try await scene.systemd.guards.next() }
            } else {
                #expect(scene.systemd.guards.takeAll().isEmpty)
            }
        }
    }

    @Test(arguments: Starter.allCases, ["none", "preferred"])
    func `no process of an extension is left when the confined agent is killed`(
        starter: Starter, sandbox: String
    ) async throws {
        try await withScene(starter, extension: "linger", sandbox: sandbox) { scene in
            _ = try await scene.agent.proxy().add(request("m", title: "Original", ["mutableContent": .boolean(true)]))
            try await scene.waitForStart()

            try await scene.agent.kill()

            try await scene.waitForEnd()
        }
    }

    @Test(arguments: ["none", "preferred"])
    func `no process of an extension is left when the helper is killed, and the original is shown`(
        sandbox: String
    ) async throws {
        try await withScene(.helper, extension: "linger", sandbox: sandbox) { scene in
            _ = try await scene.agent.proxy().add(request("m", title: "Original", ["mutableContent": .boolean(true)]))
            try await scene.waitForStart()

            kill(try await scene.systemd.processes.next(), SIGKILL)

            try await scene.waitForEnd()
            #expect(try await scene.server.nextNotification().summary == "Original")
        }
    }
}
