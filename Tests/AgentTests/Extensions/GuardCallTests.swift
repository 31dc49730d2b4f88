// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentExtensions
import AgentInterface
import Testing

/// The guard's command line and reports are read as they were written.
@Suite struct GuardCallTests {
    private let call = GuardCall(
        words: ["/usr/bin/ext", "--", "-v", ""], executable: "/usr/bin/ext",
        environment: ["LANG": "C.UTF-8", "EMPTY": "", "SUM": "1+1=2"],
        folder: "/run/one", limits: ExtensionLimits(memory: 1, seconds: 2, files: 3, fileSize: 4, processes: 5),
        mayGainPrivileges: true)

    @Test func `a call is read as it was written`() {
        #expect(GuardCall(call.arguments) == call)
    }

    @Test func `arguments that are not a guard's of this version are refused`() {
        let good = call.arguments
        func without(_ index: Int, _ word: String? = nil) -> [String] {
            var words = good
            words.replaceSubrange(index...index, with: word.map { [$0] } ?? [])
            return words
        }
        #expect(good[1] == AgentVersion.current)
        #expect(GuardCall(without(1, "0.0.1")) == nil)
        #expect(GuardCall(without(0, "--guard")) == nil)
        #expect(GuardCall(without(2, "many")) == nil)
        #expect(GuardCall(without(3, "-1")) == nil)
        #expect(GuardCall(without(10, "NOVALUE")) == nil)
        #expect(GuardCall(Array(good.prefix(10))) == nil)
        #expect(GuardCall(Array(good.prefix(14))) == nil, "no words behind the separator")
        #expect(GuardCall([]) == nil)
    }

    @Test func `reports are read as they were written, and nothing else is one`() {
        for report in [
            GuardReport.started(hasControlGroup: true), .started(hasControlGroup: false), .failed(2), .exited(0),
            .exited(255), .signaled(9),
        ] {
            #expect(report.line.last == "\n")
            #expect(GuardReport(report.line.dropLast()) == report)
        }
        for line in ["", "exited", "exited one", "exited 1 2", "died 1"] { #expect(GuardReport(line) == nil) }
    }

    @Test func `the limit of processes counts from the threads of all programs`() {
        #expect(call.limits.mostProcesses(load: "0.10 0.20 0.30 2/345 6789\n") == 350)
        #expect(call.limits.mostProcesses(load: "") == .max)
    }
}
