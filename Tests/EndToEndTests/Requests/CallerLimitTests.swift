// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import Synchronization
import TestSupport
import Testing
import Triggers

/// A caller that sends as much as it can is refused at its limit, and other callers are served.
///
/// `LaneTests` tests how many calls of one connection may wait.
@Suite struct CallerLimitTests {
    @Test func `a caller that floods is refused at the limit, while others add as before`() async throws {
        try await withAgent(configuration: "quota = 50\n", inMemory: true) { agent in
            let flooder = try agent.connect()
            let greedy = agent.proxy("org.example.Greedy", on: flooder)
            let outcomes = Mailbox<Refusal?>()
            // The one that is replaced at the end is surely among the fifty.
            _ = try await greedy.add(request("r0", ["trigger": tomorrow]))
            let flood = Task {
                await withTaskGroup(of: Void.self) { group in
                    for number in 1..<400 {
                        group.addTask {
                            do {
                                _ = try await greedy.add(request("r\(number)", ["trigger": tomorrow]))
                                outcomes.put(nil)
                            } catch {
                                outcomes.put(error as? Refusal ?? Refusal(.invalidRequest, "\(error)"))
                            }
                        }
                    }
                }
            }
            for number in 0..<20 {
                let outcome = try await agent.proxy().add(request("own \(number)", ["trigger": tomorrow]))
                #expect(outcome["identifier"]?.string == "own \(number)")
            }
            await flood.value

            let results = outcomes.takeAll()
            #expect(results.count == 399 && results.count { $0 == nil } == 49)
            for refusal in results.compactMap(\.self) {
                #expect(refusal.code == .tooManyRequests)
                #expect(
                    refusal.message.contains("app \"org.example.Greedy\" has 50 requests that wait; the limit is 50"))
            }
            #expect(try await agent.proxy().pending().count == 20)
            // An existing request may still be replaced, and a removed one makes room for another.
            _ = try await greedy.add(request("r0", title: "Other", ["trigger": tomorrow]))
            _ = try await greedy.removePending(["r0"])
            _ = try await greedy.add(request("new", ["trigger": tomorrow]))
            await flooder.close()
        }
    }

    @Test func `a watcher that never reads costs the agent no memory and others no time`() async throws {
        try await withAgent(inMemory: true) { agent in
            let script = """
                import signal, sys
                from jeepney import DBusAddress, new_method_call
                from jeepney.io.blocking import open_dbus_connection
                bus = open_dbus_connection("SESSION")
                agent = DBusAddress("/org/belfry/Agent", "org.belfry.Agent", "org.belfry.NotificationCenter1")
                bus.send_and_get_reply(new_method_call(agent, "Watch", "s", ("*",)))
                open(sys.argv[1], "w").write("watches")
                signal.pause()
                """
            let sign = agent.folders.path + "/watches"
            let watcher = try AgentProcess(
                [Program.python, "-c", script, sign], environment: agent.folders.environment(bus: agent.bus),
                log: agent.folders.path + "/watcher.log")
            defer { watcher.send(SIGKILL) }
            try await withDeadline {
                while agent.folders.text(of: sign) != "watches" { try await yieldUntilDeadline() }
            }
            let events = try await AgentEvents(of: agent)
            let before = try memory(of: agent)

            // Some megabytes of signals: more than the sockets in between hold.
            for round in 0..<10 {
                let requests = (0..<1000).map { request("r\(round) \($0)", ["trigger": tomorrow]) }
                #expect(try await agent.proxy().addAll(requests).count == 1000)
            }

            try await events.next("set", of: "r9 999")
            if Sanitizer.leavesMemoryAlone { #expect(try memory(of: agent) - before < 24 << 10) }
            #expect(watcher.isAlive)
        }
    }

    /// The resident memory of a process in kibibytes.
    private func memory(of agent: TestAgent) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(agent.processID ?? 0)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        return Int(line.filter(\.isNumber)) ?? 0
    }
}
