// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentExtensions
import AgentRules
import ExtensionWire
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// An extension's process gets its input, and its output and end are reported, without bubblewrap and with it.
@Suite struct ExtensionRunnerTests {
    private static let answer = Array(#"{"v":1,"content":{"body":"rewritten"}}"#.utf8)

    private func run(
        _ name: String, _ sandbox: ExtensionRules.Sandbox, limit: Duration = .seconds(20),
        limits: ExtensionLimits = .standard, first: [UInt8] = RunFixture.line()
    ) async throws -> (outcome: ExtensionOutcome, lines: [[UInt8]]) {
        let fixture = try RunFixture()
        defer { fixture.remove() }
        return try await withRunner(sandbox, limits: limits) {
            await fixture.run(RunFixture.program(name, limit: limit), by: $0, first: first)
        }
    }

    @Test(arguments: RunFixture.sandboxes)
    func `an extension gets the line, and its lines are passed on without line feeds`(
        sandbox: ExtensionRules.Sandbox
    ) async throws {
        let (outcome, lines) = try await run("echo", sandbox)
        #expect(outcome.end == .exited(0), "\(outcome)")
        #expect(outcome.keepsOutput && !outcome.wasWarned)
        #expect(lines == [RunFixture.line().dropLast()])
    }

    @Test(arguments: RunFixture.sandboxes)
    func `a line of a megabyte reaches the extension`(sandbox: ExtensionRules.Sandbox) async throws {
        let first = RunFixture.line(body: String(repeating: "x", count: 1 << 20))
        let (outcome, lines) = try await run("rewrite", sandbox, first: first)
        #expect(outcome.end == .exited(0), "\(outcome)")
        #expect(lines == [Self.answer])
    }

    @Test(arguments: RunFixture.sandboxes)
    func `a line that the extension doesn't read holds nothing up`(sandbox: ExtensionRules.Sandbox) async throws {
        let first = RunFixture.line(body: String(repeating: "x", count: 4 << 20))
        let (outcome, lines) = try await run("deaf", sandbox, limit: .milliseconds(400), first: first)
        #expect(outcome.end == .timedOut, "\(outcome)")
        #expect(lines == [])
    }

    @Test(arguments: RunFixture.sandboxes)
    func `text without a line feed at the end is no line`(sandbox: ExtensionRules.Sandbox) async throws {
        let (outcome, lines) = try await run("half", sandbox)
        #expect(outcome.end == .exited(0), "\(outcome)")
        #expect(lines == [])
    }

    @Test(arguments: RunFixture.sandboxes)
    func `bytes that are no UTF-8, and a long line, are passed on as they are`(
        sandbox: ExtensionRules.Sandbox
    ) async throws {
        let (_, bytes) = try await run("bytes", sandbox)
        #expect(bytes == [Array(#"{"v":1,"content":{"body":""#.utf8) + [0xff, 0xfe] + Array(#""}}"#.utf8)])
        let (_, nested) = try await run("nested", sandbox)
        #expect(nested.map(\.count) == [20_000 + #"{"v":1,"content":{"userInfo":}}"#.utf8.count])
    }

    @Test(arguments: RunFixture.sandboxes)
    func `an exit status and the beginning of standard error are reported`(
        sandbox: ExtensionRules.Sandbox
    ) async throws {
        let (outcome, lines) = try await run("fail", sandbox)
        #expect(outcome.end == .exited(1), "\(outcome)")
        #expect(outcome.errors == "no key\n")
        #expect(!outcome.keepsOutput)
        #expect(lines == [Self.answer])
    }

    @Test(arguments: RunFixture.sandboxes)
    func `a crash is reported`(sandbox: ExtensionRules.Sandbox) async throws {
        let (outcome, _) = try await run("crash", sandbox)
        #expect(outcome.end == .signaled(SIGSEGV), "\(outcome)")
        #expect(!outcome.keepsOutput)
    }

    @Test(arguments: RunFixture.sandboxes)
    func `an extension that writes too much is killed, and its first line was passed on`(
        sandbox: ExtensionRules.Sandbox
    ) async throws {
        let (outcome, lines) = try await run("flood", sandbox)
        #expect(outcome.end == .wroteTooMuch, "\(outcome)")
        #expect(!outcome.keepsOutput)
        #expect(lines == [Self.answer])

        let complaint = try await run("complain", sandbox).outcome
        #expect(complaint.end == .wroteTooMuch, "\(complaint)")
        #expect(complaint.errors.hasPrefix("first words\n\0"))
        #expect(complaint.errors.utf8.count == ExtensionWire.errorLimit)
    }

    @Test(arguments: RunFixture.sandboxes)
    func `a missing program is a failure`(sandbox: ExtensionRules.Sandbox) async throws {
        let (outcome, _) = try await run("missing", sandbox)
        if sandbox == .none {
            #expect(outcome.end == .notStarted("the program could not be run: No such file or directory"))
        } else {
            #expect(outcome.end == .exited(1), "\(outcome)")
            #expect(outcome.errors.hasPrefix("bwrap: "))
        }
        #expect(!outcome.keepsOutput)
    }

    @Test func `a guard that can't be started is a failure`() async throws {
        let fixture = try RunFixture()
        defer { fixture.remove() }
        let (outcome, _) = try await withRunner(.none, belfryd: "/nowhere/belfryd") {
            await fixture.run(RunFixture.program("echo"), by: $0)
        }
        guard case .notStarted(let reason) = outcome.end else {
            Issue.record("\(outcome)")
            return
        }
        #expect(reason.contains("the program was not found"), "\(reason)")
    }

    // MARK: - Time

    @Test(arguments: RunFixture.sandboxes)
    func `at its time limit an extension is killed, and an earlier line counts`(
        sandbox: ExtensionRules.Sandbox
    ) async throws {
        let (outcome, lines) = try await run("slow", sandbox, limit: .milliseconds(2500))
        #expect(outcome.end == .timedOut, "\(outcome)")
        #expect(outcome.wasWarned && outcome.keepsOutput)
        #expect(lines == [Self.answer])
        #expect(outcome.elapsed >= .milliseconds(2500))
    }

    @Test(arguments: RunFixture.sandboxes)
    func `an extension that is warned may answer, and its exit status doesn't matter`(
        sandbox: ExtensionRules.Sandbox
    ) async throws {
        let (outcome, lines) = try await run("warned", sandbox, limit: .seconds(2))
        #expect(outcome.end == .exited(1), "\(outcome)")
        #expect(outcome.wasWarned && outcome.keepsOutput)
        #expect(lines == [Self.answer])
    }

    @Test func `the warning comes five seconds before the end, or in the middle of a short run`() {
        let times = [30, 12, 10, 4, 1].map { RunFixture.program("echo", limit: .seconds($0)).warningTime }
        #expect(times == [.seconds(25), .seconds(7), .seconds(5), .seconds(2), .milliseconds(500)])
    }

    @Test(arguments: RunFixture.sandboxes)
    func `cancelling the task kills the extension`(sandbox: ExtensionRules.Sandbox) async throws {
        let fixture = try RunFixture()
        defer { fixture.remove() }
        let heard = Mailbox<[UInt8]>()
        try await withRunner(sandbox) { runner in
            let run = Task { await fixture.run(RunFixture.program("slow"), by: runner, heard: heard.put) }
            _ = try await heard.next()
            run.cancel()
            #expect(await run.value.outcome.end == .cancelled)
            try await fixture.waitForEnd()
        }
    }

    // MARK: - Limits

    @Test(arguments: RunFixture.sandboxes, [("memory", "MemoryError"), ("files", "OSError"), ("size", "OSError")])
    func `the kernel refuses what is over the limits`(
        sandbox: ExtensionRules.Sandbox, resource: (name: String, refusal: String)
    ) async throws {
        let (outcome, lines) = try await run("exhaust", sandbox, first: RunFixture.line(body: resource.name))
        #expect(outcome.end == .exited(0), "\(outcome)")
        let text = lines.map { String(decoding: $0, as: UTF8.self) }
        #expect(text == [#"{"v": 1, "content": {"body": "\#(resource.refusal)"}}"#])
    }

    @Test(arguments: RunFixture.sandboxes)
    func `an extension that uses the processor for too long is killed`(sandbox: ExtensionRules.Sandbox) async throws {
        let (outcome, _) = try await run(
            "exhaust", sandbox, limits: ExtensionLimits(seconds: 1), first: RunFixture.line(body: "time"))
        #expect(outcome.end == .signaled(SIGKILL), "\(outcome)")
    }
}
