// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentExtensions
import AgentRules
import Glibc
import TestSupport
import Testing

/// However a run ends, no process of it is left one second later.
@Suite struct ExtensionEndTests {
    /// The number of runs of the long test, which packaging/soak sets.
    private static let runs = getenv("BELFRY_EXTENSION_RUNS").flatMap { Int(String(cString: $0)) } ?? 20

    /// The ways to end a run, in turn.
    private enum Way: CaseIterable {
        case byItself, byItselfWithChildren, atItsLimit, cancelled, killedForItsOutput
    }

    @Test(arguments: RunFixture.sandboxes)
    func `no process is left after many runs that end in different ways`(sandbox: ExtensionRules.Sandbox) async throws {
        var ends: [Way: Int] = [:]
        try await withRunner(sandbox) { runner in
            for number in 0..<Self.runs {
                let way = Way.allCases[number % Way.allCases.count]
                let fixture = try RunFixture()
                defer { fixture.remove() }
                let end = try await end(of: fixture, by: runner, way)
                let expected: ExtensionOutcome.End =
                    switch way {
                    case .byItself, .byItselfWithChildren: .exited(0)
                    case .atItsLimit: .timedOut
                    case .cancelled: .cancelled
                    case .killedForItsOutput: .wroteTooMuch
                    }
                #expect(end == expected, "run \(number)")
                ends[way, default: 0] += 1
                // The run has ended, so nothing is left to wait for; a second is the promise.
                try await fixture.waitForEnd()
            }
        }
        #expect(ends.values.reduce(0, +) == Self.runs)
        print("extensions: \(sandbox == .none ? "without" : "with") bubblewrap, \(Self.runs) runs, no process left")
    }

    private func end(
        of fixture: RunFixture, by runner: ExtensionRunner, _ way: Way
    ) async throws -> ExtensionOutcome.End {
        switch way {
        case .byItself: return await fixture.run(RunFixture.program("rewrite"), by: runner).outcome.end
        case .byItselfWithChildren: return await fixture.run(RunFixture.program("daemon"), by: runner).outcome.end
        case .atItsLimit:
            let program = RunFixture.program("deaf", limit: .milliseconds(300))
            return await fixture.run(program, by: runner).outcome.end
        case .cancelled:
            let heard = Mailbox<[UInt8]>()
            let run = Task { await fixture.run(RunFixture.program("slow"), by: runner, heard: heard.put) }
            _ = try await heard.next()
            run.cancel()
            return await run.value.outcome.end
        case .killedForItsOutput: return await fixture.run(RunFixture.program("flood"), by: runner).outcome.end
        }
    }

    @Test(arguments: RunFixture.sandboxes)
    func `hundreds of processes that start one another are killed`(sandbox: ExtensionRules.Sandbox) async throws {
        let fixture = try RunFixture()
        defer { fixture.remove() }
        try await withRunner(sandbox) { runner in
            let run = Task { await fixture.run(RunFixture.program("bomb"), by: runner) }
            try await fixture.waitForFile("grown")
            run.cancel()
            #expect(await run.value.outcome.end == .cancelled)
            try await fixture.waitForEnd()
        }
    }

    @Test(arguments: RunFixture.sandboxes)
    func `no process is left when the agent is killed`(sandbox: ExtensionRules.Sandbox) async throws {
        let fixture = try RunFixture()
        defer { fixture.remove() }
        let (folder, policy) = (fixture.attachments, sandbox.rawValue)
        // The child process is the agent of this test.
        await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as String, policy = policy as String] in
            let fixture = RunFixture(withAttachments: folder)
            try await withRunner(ExtensionRules.Sandbox(rawValue: policy) ?? .none) { runner in
                _ = await fixture.run(RunFixture.program("linger"), by: runner) { _ in kill(getpid(), SIGKILL) }
            }
        }
        try await fixture.waitForEnd()
    }

    @Test(arguments: RunFixture.sandboxes)
    func `when the guard is killed, the kernel kills the extension`(sandbox: ExtensionRules.Sandbox) async throws {
        let fixture = try RunFixture()
        defer { fixture.remove() }
        // Without bubblewrap, the children of the extension would live on.
        let name = sandbox == .none ? "slow" : "linger"
        let heard = Mailbox<[UInt8]>()
        try await withRunner(sandbox) { runner in
            let run = Task { await fixture.run(RunFixture.program(name), by: runner, heard: heard.put) }
            _ = try await heard.next()
            let guards = ProcessTree.descendants(of: getpid()).filter { process in
                let words = ControlGroup.text("/proc/\(process)/cmdline").split(separator: "\0")
                return words.dropFirst().first == Substring(ExtensionGuard.option)
                    && words.contains(Substring(fixture.attachments))
            }
            try #require(guards.count == 1)
            kill(guards[0], SIGKILL)
            #expect(await run.value.outcome.end == .lost)
            try await fixture.waitForEnd()
        }
    }

    @Test func `the guard ignores the signals that end other programs`() async throws {
        let fixture = try RunFixture()
        defer { fixture.remove() }
        let heard = Mailbox<[UInt8]>()
        try await withRunner(.none) { runner in
            let program = RunFixture.program("slow", limit: .milliseconds(1500))
            let run = Task { await fixture.run(program, by: runner, heard: heard.put) }
            _ = try await heard.next()
            let guards = ProcessTree.descendants(of: getpid()).filter {
                ControlGroup.text("/proc/\($0)/cmdline").contains(fixture.attachments)
            }
            for process in guards {
                for signal in [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGPIPE, SIGALRM] { kill(process, signal) }
            }
            #expect(await run.value.outcome.end == .timedOut)
            try await fixture.waitForEnd()
        }
    }
}
