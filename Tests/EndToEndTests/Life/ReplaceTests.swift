// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import NotificationServer
import Synchronization
import TestSupport
import Testing

/// `belfryd --replace`: an agent replaces the running one, and callers don't notice.
@Suite struct ReplaceTests {
    /// The events of each request.
    private actor Account {
        private(set) var added: [String] = []
        private(set) var failures: [String] = []
        private(set) var shown: [String: Int] = [:]
        private(set) var answered: [String: Int] = [:]
        private(set) var isOver = false

        func add(_ identifier: String) { added.append(identifier) }
        func fail(_ error: any Error) { failures.append("\(error)") }
        func show(_ identifier: String) { shown[identifier, default: 0] += 1 }
        func answer(_ identifier: String) { answered[identifier, default: 0] += 1 }
        func end() { isOver = true }
        var hasAll: Bool { added.allSatisfy { shown[$0] != nil && answered[$0] != nil } }
    }

    /// A receiver that attaches to each new agent.
    private func receiver(_ agent: TestAgent) async throws -> TestDelegate {
        let delegate = try await TestDelegate(of: agent)
        try await delegate.connection.watch(name: AgentNames.busName) { [proxy = delegate.proxy] _, new in
            if new != nil { Task { try? await proxy.attach() } }
        }
        return delegate
    }

    /// Requests that are due at once or a little later, one after another, until the account is closed.
    private func add(to agent: TestAgent, _ account: Account, _ commands: String) async {
        var number = 0
        while await !account.isOver {
            number += 1
            let identifier = "r\(number)"
            var more: [String: Value] = ["actions": buttons("yes")]
            if !number.isMultiple(of: 3) { more["trigger"] = after(Double(number % 5 + 1) / 20) }
            if number.isMultiple(of: 4) {
                more["on"] = .properties(["fired": .string("echo $BELFRY_ID >> '\(commands)'")])
            }
            do {
                _ = try await agent.proxy().add(request(identifier, title: identifier, more))
                await account.add(identifier)
            } catch {
                await account.fail(error)
            }
            try? await Task.sleep(for: .milliseconds(15))
        }
    }

    /// Adds, presents and answers requests while `change` replaces agents, and checks that each was handled once.
    private func handlesEachOnce(
        _ agent: TestAgent, _ server: ScriptedServer, _ change: @escaping @Sendable (Account) async throws -> Void
    ) async throws {
        let account = Account()
        let delegate = try await receiver(agent)
        let commands = agent.folders.path + "/commands"
        try await withThrowingTaskGroup { group in
            group.addTask { await add(to: agent, account, commands) }
            group.addTask {
                while !Task.isCancelled {
                    let shown = try await server.nextNotification()
                    await account.show(shown.summary)
                    await server.press(shown.key(of: "yes"), on: shown)
                }
            }
            group.addTask {
                while !Task.isCancelled {
                    let response = try await delegate.nextResponse()
                    #expect(response["actionIdentifier"]?.string == "yes")
                    let request = response["notification"]?.properties
                    await account.answer(request?["identifier"]?.string ?? "none")
                }
            }

            try await change(account)
            await account.end()
            try await withDeadline { while await !account.hasAll { _ = try await agent.proxy().status() } }
            let ids = await account.added
            let expected = Set(ids.filter { Int($0.dropFirst())?.isMultiple(of: 4) == true })
            @Sendable func lines() -> [String] {
                (agent.folders.text(of: commands) ?? "").split(separator: "\n").map(String.init)
            }
            try await withDeadline {
                while !expected.isSubset(of: lines()) { _ = try await agent.proxy().status() }
            }
            // The start of a command is persisted after the command has begun to write.
            try await withDeadline {
                while try await agent.storedResponses() != 0 { try await yieldUntilDeadline() }
            }
            group.cancelAll()

            #expect(await account.failures == [])
            #expect(await account.shown.filter { $0.value != 1 } == [:])
            #expect(await account.answered.filter { $0.value != 1 } == [:])
            #expect(lines().count == expected.count, "\(lines().count) commands")
        }
    }

    /// Waits until some more requests were added, which a running agent has taken.
    private func more(_ account: Account) async throws {
        let count = await account.added.count
        try await withDeadline { while await account.added.count < count + 10 { try await yieldUntilDeadline() } }
    }

    @Test func `requests added, due and answered during ten replacements are handled once`() async throws {
        try await withAgentAndServer(configuration: "[flood]\nburst = 0\n") { agent, server in
            let last = Mutex<AgentProcess?>(nil)
            try await handlesEachOnce(agent, server) { account in
                for _ in 0..<10 {
                    let next = try agent.another(["--replace", "--log-level", "debug"], log: agent.folders.log)
                    if let last = last.withLock({ $0 }) {
                        #expect(try await last.end() == .exited(0))
                    } else {
                        try await withDeadline { while agent.isRunning { try await yieldUntilDeadline() } }
                    }
                    try await more(account)
                    #expect(next.isAlive)
                    last.withLock { $0 = next }
                }
                #expect(await account.added.count >= 100)
            }
            last.withLock { $0 }?.send(SIGKILL)
            _ = try await last.withLock { $0 }?.end()
        }
    }

    /// An agent that runs a copy of the program, in place of the test's agent.
    private struct Copy {
        let path: String
        let process: AgentProcess

        init(replacing agent: TestAgent) async throws {
            let path = agent.folders.path + "/belfryd"
            try await Self.install(TestAgent.program(), path)
            let environment = agent.folders.environment(bus: agent.bus)
            let process = try AgentProcess(
                [path, "--replace", "--log-level", "debug"], environment: environment, log: agent.folders.log)
            (self.path, self.process) = (path, process)
            try await withDeadline {
                while agent.isRunning { try await yieldUntilDeadline() }
                while try await agent.proxy().status()["processID"]?.int != Int(process.id) {}
            }
        }

        /// Replaces the program's file by another copy, as a package manager does.
        func replace(by program: String? = nil) async throws {
            try await Self.install(program ?? path, path + ".new")
            #expect(rename(path + ".new", path) == 0)
        }

        /// Copies a program by a program of its own: a child that this process starts meanwhile would inherit the file's
        /// descriptor, and nobody can run a file that is open for writing.
        private static func install(_ program: String, _ path: String) async throws {
            #expect(try await Program.run(["install", "-m", "700", program, path]).status == 0)
        }

        /// Whether the process runs the file that is at the path.
        var isNew: Bool {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process.id)/exe")) == path
        }

        func end() async throws {
            process.send(SIGKILL)
            _ = try await process.end()
        }
    }

    // The old program ran on until the person's next login.
    @Test func `an agent becomes the program that has replaced its own, and loses nothing`() async throws {
        try await withAgentAndServer(configuration: "[flood]\nburst = 0\n") { agent, server in
            let copy = try await Copy(replacing: agent)
            _ = try await agent.proxy().add(request("kept", ["trigger": tomorrow]))
            try await handlesEachOnce(agent, server) { account in
                for _ in 0..<2 {
                    try await copy.replace()
                    #expect(!copy.isNew)
                    try await withDeadline {
                        while !copy.isNew { try await yieldUntilDeadline() }
                        while try await agent.proxy().status()["processID"]?.int != Int(copy.process.id) {}
                    }
                    try await more(account)
                }
            }
            #expect(try await agent.proxy().pending().map { $0["identifier"]?.string } == ["kept"])
            try await copy.end()
        }
    }

    @Test func `a new program that can't run changes nothing`() async throws {
        try await withAgent { agent in
            let copy = try await Copy(replacing: agent)
            let mark = agent.folders.path + "/tried"
            try agent.folders.write("#!/bin/sh\necho \"$@\" > '\(mark)'\nexit 1\n", to: copy.path + ".text")
            try await copy.replace(by: copy.path + ".text")
            try await withDeadline {
                while agent.folders.text(of: mark)?.contains("--replace") != true { try await yieldUntilDeadline() }
            }
            _ = try await agent.proxy().add(request("tea", ["trigger": tomorrow]))
            #expect(try await agent.proxy().status()["processID"]?.int == Int(copy.process.id))
            try await copy.end()
        }
    }

    @Test func `an agent whose program was removed ends`() async throws {
        try await withAgent { agent in
            let copy = try await Copy(replacing: agent)
            _ = try await agent.proxy().add(request("tea", ["trigger": tomorrow]))
            try FileManager.default.removeItem(atPath: copy.path)
            #expect(try await copy.process.end(seconds: 40) == .exited(0))
            #expect(agent.folders.text(of: agent.folders.log)?.contains("program was removed") == true)
        }
    }

    @Test func `without an agent to replace, it starts`() async throws {
        try await withAgent { agent in
            try await agent.kill()
            let next = try agent.another(["--replace"], log: agent.folders.log)
            try await withDeadline {
                while try await agent.connection.owner(of: AgentNames.busName) == nil { try await yieldUntilDeadline() }
            }
            _ = try await agent.proxy().add(request("tea", ["trigger": tomorrow]))
            next.send(SIGTERM)
            #expect(try await next.end() == .exited(0))
        }
    }

    // The process that reads a command's output must not end before the command: the next write would kill the command.
    @Test func `a command that runs meanwhile runs to its end`() async throws {
        try await withAgentAndServer { agent, _ in
            let gate = agent.folders.path + "/gate"
            let done = agent.folders.path + "/done"
            _ = try await agent.proxy().add(
                request(
                    "tea",
                    [
                        "on": .properties([
                            "fired": .string(
                                "echo a; until [ -e '\(gate)' ]; do sleep 0.05; done; echo b && echo c > '\(done)'")
                        ])
                    ]))
            let first = try #require(try await agent.proxy().status()["processID"]?.int)
            try await withDeadline { while try await agent.storedResponses() != 0 { try await yieldUntilDeadline() } }
            let next = try agent.another(["--replace"], log: agent.folders.log)
            try await withDeadline {
                while (try? await agent.proxy().status()["processID"]?.int) == first { try await yieldUntilDeadline() }
            }
            _ = try await agent.proxy().status()
            try agent.folders.write("", to: gate)
            try await withDeadline { while agent.folders.text(of: done) == nil { try await yieldUntilDeadline() } }
            try await withDeadline { while agent.isRunning { try await yieldUntilDeadline() } }
            next.send(SIGKILL)
            try await next.end()
        }
    }

    @Test func `an agent that does not release the store is named, and not killed`() async throws {
        try await withAgent { agent in
            let log = agent.folders.path + "/second.log"
            let process = try #require(try await agent.proxy().status()["processID"]?.int)
            agent.signal(SIGSTOP)
            let next = try agent.another(["--replace"], log: log)
            #expect(try await next.end(seconds: 40) == .exited(69))
            let text = agent.folders.text(of: log) ?? ""
            #expect(text.contains("can't replace the running belfryd: process \(process) was asked to end"), "\(text)")
            agent.signal(SIGCONT)
            #expect(try await agent.end() == .exited(0))
        }
    }

    @Test func `an agent on another bus is not killed, and keeps the store`() async throws {
        try await withAgent { agent in
            let log = agent.folders.path + "/second.log"
            let ending = try await withPrivateBus { bus in
                try await agent.another(["--replace"], on: bus, log: log).end()
            }
            #expect(ending == .exited(69))
            #expect(agent.folders.text(of: log)?.contains("an agent on another session bus") == true)
            _ = try await agent.proxy().add(request("tea", ["trigger": tomorrow]))
        }
    }

    @Test func `a name that another program owns is not taken, and the program is not killed`() async throws {
        try await withAgent { agent in
            try await agent.kill()
            // The owner is this test's process, which is no belfryd.
            #expect(try await agent.connection.requestName(AgentNames.busName) == .primaryOwner)
            let log = agent.folders.path + "/second.log"
            #expect(try await agent.another(["--replace"], log: log).end() == .exited(69))
            #expect(agent.folders.text(of: log)?.contains("is not a belfryd process of this machine") == true)
            try await agent.connection.releaseName(AgentNames.busName)
        }
    }
}
