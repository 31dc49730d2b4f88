// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Only the person can read the agent's files, and the agent's memory is written to no file.
@Suite struct PrivateFilesTests {
    /// The modes of a folder and of everything below it, by path.
    private func modes(_ folder: String) throws -> [String: Int] {
        var modes: [String: Int] = [:]
        for path in [folder] + (try FileManager.default.subpathsOfDirectory(atPath: folder)).map({ "\(folder)/\($0)" })
        {
            modes[path] = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        return modes
    }

    /// A belfryd that was started with this umask.
    private func start(_ agent: TestAgent, umask mask: String) async throws -> AgentProcess {
        let process = try AgentProcess(
            ["/bin/sh", "-c", "umask \(mask) && exec \"$0\"", try TestAgent.program()],
            environment: agent.folders.environment(bus: agent.bus), log: agent.folders.log)
        try await withDeadline {
            while try await agent.connection.owner(of: AgentNames.busName) == nil { try await yieldUntilDeadline() }
        }
        return process
    }

    // Under such a umask the folders above the copies were open to everybody, and a killed agent's log kept its mode.
    @Test(arguments: ["000", "077"])
    func `only the person can read the files, whatever the umask and the folders' modes were`(_ mask: String)
        async throws
    {
        try await withAgent { agent in
            let folders = [agent.folders.state + "/belfry", agent.folders.data + "/belfry"]
            let picture = try agent.folders.file("cat.png", Samples.png)
            let cat = request(
                "cat", ["trigger": tomorrow, "attachments": .dictionaries([["url": .string(picture)]])])
            // Folders that do not exist yet.
            try await agent.kill()
            for folder in folders { try? FileManager.default.removeItem(atPath: folder) }
            let first = try await start(agent, umask: mask)
            _ = try await agent.proxy().add(cat)
            for folder in folders {
                let modes = try modes(folder)
                #expect(modes.values.allSatisfy { $0 == 0o600 || $0 == 0o700 } && modes.count > 2, "\(modes)")
            }

            // Folders and files that were readable to others.
            first.send(SIGKILL)
            try await first.end()
            try await withDeadline {
                while try await agent.connection.owner(of: AgentNames.busName) != nil { try await yieldUntilDeadline() }
            }
            for path in [folders[0], folders[1], folders[1] + "/attachments"] { #expect(chmod(path, 0o777) == 0) }
            let store = folders[0] + "/belfry.sqlite"
            for suffix in ["", "-wal", "-shm"] { #expect(chmod(store + suffix, 0o666) == 0) }
            let second = try await start(agent, umask: mask)
            _ = try await agent.proxy().add(request("dog", ["trigger": tomorrow]))

            #expect(try await agent.pendingIdentifiers().sorted() == ["cat", "dog"])
            for folder in folders {
                let modes = try modes(folder)
                #expect(modes.values.allSatisfy { $0 == 0o600 || $0 == 0o700 } && modes.count > 2, "\(modes)")
                #expect(modes[folder] == 0o700)
            }
            second.send(SIGKILL)
            try await second.end()
        }
    }

    /// Whether a belfryd that crashes leaves a core dump, as its shell reports.
    private func dumpsCore(_ environment: [String: String]) async throws -> Bool {
        let folders = try AgentFolders()
        defer { try? FileManager.default.removeItem(atPath: folders.path) }
        return try await withPrivateBus { bus in
            let variables = folders.environment(bus: bus).merging(environment) { _, new in new }
            // Otherwise Swift's own crash reporter catches the crash, and waits for input.
            let silent = variables.merging(["SWIFT_BACKTRACE": "enable=no"]) { _, new in new }
            let crashed = try await Program.run(
                [
                    "bash", "-c",
                    """
                    cd "$0" && ulimit -c unlimited && { "$1" & } && gdbus wait --session --timeout 20 org.belfry.Agent &&
                    kill -ABRT $! && wait $!
                    """, folders.path, try TestAgent.program(),
                ], environment: silent)
            #expect(crashed.status == 134, "\(crashed)")
            return crashed.errors.contains("core dumped")
        }
    }

    @Test func `a crash leaves no text in a core dump`() async throws {
        guard try await dumpsCore(["BELFRY_DEBUGGABLE": "1"]) else {
            return print("NOT TESTED HERE: core dumps. This machine keeps none.")
        }
        #expect(try await dumpsCore([:]) == false)
    }

    // Only the agent itself forbids dumps.
    @Test func `programs that the agent starts may be debugged, and may leave dumps`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(
                request(
                    "tea", ["on": .properties(["default": .string("ulimit -c; stat -c %U /proc/$$ /proc/self/fd/0")])]))
            await server.press("default", on: try await server.nextNotification())
            let event = try await events.next("command", of: "tea")
            let limit = try await Program.run(["sh", "-c", "ulimit -c; id -un"]).output
            let words = limit.split(separator: "\n").map(String.init)
            let output = try #require(event.detail["output"]?.string).split(separator: "\n").map(String.init)
            #expect(output.first == words[0] && output.dropFirst().first == words[1])
        }
    }
}
