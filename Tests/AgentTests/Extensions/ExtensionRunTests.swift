// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentExtensions
import ExtensionWire
import Testing

/// The course of one run, as a plain value.
@Suite struct ExtensionRunTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// Passes events in, a second apart, and returns all effects.
    private func effects(of events: ExtensionRun.Event...) -> [ExtensionRun.Effect] {
        var run = ExtensionRun()
        return events.enumerated().flatMap { run.handle($1, at: .seconds($0)) }
    }

    private func finish(
        _ end: ExtensionOutcome.End, warned: Bool = false, errors: String = "", at seconds: Int
    ) -> ExtensionRun.Effect {
        .finish(ExtensionOutcome(end: end, wasWarned: warned, errors: errors, elapsed: .seconds(seconds)))
    }

    @Test func `a line may come in pieces, and several lines in one piece`() {
        let effects = effects(
            of: .report(.started(hasControlGroup: false)), .output(bytes("on")), .output(bytes("e\ntwo\nth")),
            .output(bytes("ree\nhalf")), .report(.exited(0)))
        #expect(
            effects == [
                .pass(bytes("one")), .pass(bytes("two")), .pass(bytes("three")), finish(.exited(0), at: 4),
            ])
    }

    @Test func `after the time limit all processes are killed, and later lines don't count`() {
        let effects = effects(
            of: .report(.started(hasControlGroup: false)), .output(bytes("one\n")), .warningTime, .limit,
            .output(bytes("two\n")), .limit, .cancelled, .report(.signaled(9)), .lost)
        #expect(effects == [.pass(bytes("one")), .warn, .stop, finish(.timedOut, warned: true, at: 7)])
    }

    @Test func `the output limit counts all bytes, and lines within it are passed on`() {
        let limit = ExtensionWire.outputLimit
        let full = [UInt8](repeating: 120, count: limit - 1) + [10]
        #expect(effects(of: .output(full)) == [.pass(full.dropLast())])
        #expect(effects(of: .output(full), .output([120])) == [.pass(full.dropLast()), .stop])
        #expect(effects(of: .output([10]), .output(full)) == [.pass([]), .stop])
    }

    @Test func `only the beginning of standard error is kept, and endless errors end the run`() {
        let limit = ExtensionWire.errorLimit
        let long = [UInt8](repeating: 120, count: limit)
        let kept = String(repeating: "x", count: limit - 1)
        #expect(
            effects(of: .errors(Array(long.dropLast())), .errors(bytes("é")), .report(.exited(0)))
                == [finish(.exited(0), errors: kept + "\u{FFFD}", at: 2)])
        let all = [UInt8](repeating: 120, count: ExtensionWire.outputLimit)
        #expect(effects(of: .errors(all)) == [])
        #expect(effects(of: .errors(all), .errors([120])) == [.stop])
    }

    @Test func `a run that never started is told apart from one whose guard was lost`() {
        let started = ExtensionRun.Event.report(.started(hasControlGroup: true))
        let early = "the guard process ended at its start"
        #expect(effects(of: .lost) == [finish(.notStarted(early), at: 0)])
        #expect(effects(of: started, .lost) == [finish(.lost, at: 1)])
        #expect(effects(of: .notStarted("why")) == [finish(.notStarted("why"), at: 0)])
        // The process that has started the guard is gone: the guard must kill the extension first.
        #expect(effects(of: started, .notStarted("why"), .report(.signaled(9))) == [.stop, finish(.lost, at: 2)])
        #expect(
            effects(of: .report(.failed(2)))
                == [finish(.notStarted("the program could not be run: No such file or directory"), at: 0)])
    }

    @Test func `a guard that doesn't start, or doesn't kill, is not waited for without end`() {
        let late = "the guard process did not start in time"
        let started = ExtensionRun.Event.report(.started(hasControlGroup: false))
        #expect(effects(of: .startTime, .patienceTime) == [.stop, finish(.notStarted(late), at: 1)])
        #expect(effects(of: started, .startTime) == [])
        #expect(effects(of: started, .limit, .patienceTime) == [.stop, finish(.timedOut, at: 2)])
    }

    @Test func `a cancelled run has that end, however its process ends`() {
        let started = ExtensionRun.Event.report(.started(hasControlGroup: false))
        for last in [ExtensionRun.Event.report(.exited(0)), .report(.signaled(9)), .lost, .patienceTime] {
            #expect(effects(of: started, .cancelled, last) == [.stop, finish(.cancelled, at: 2)])
        }
    }

    @Test(arguments: [
        (ExtensionOutcome.End.exited(0), false, true), (.exited(0), true, true), (.exited(1), false, false),
        (.exited(1), true, true), (.signaled(11), false, false), (.signaled(11), true, true), (.timedOut, true, true),
        (.wroteTooMuch, true, false), (.cancelled, true, false), (.lost, true, false),
        (.notStarted("why"), false, false),
    ])
    func `the end of a run decides whether its output counts`(
        end: ExtensionOutcome.End, warned: Bool, counts: Bool
    ) {
        let outcome = ExtensionOutcome(end: end, wasWarned: warned, errors: "", elapsed: .zero)
        #expect(outcome.keepsOutput == counts)
    }
}
