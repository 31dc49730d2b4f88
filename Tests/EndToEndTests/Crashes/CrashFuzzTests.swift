// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationServer
import Testing
import TestSupport

/// The agent is killed, again and again, while requests are added, edited, fired, answered, snoozed and removed at random.
///
/// A model that knows only what callers were told and what came to the screen holds it to its promises (design 5):
///
/// 1. What an acknowledged `Add` has handed over is pending with its date, or was shown. What repeats keeps its phase, to
///    the second, through all deaths. A call that the agent's death left without a reply was carried out whole or not at all.
/// 2. Every occurrence is shown, and once: within one life of the agent always; in a later one it may come a second
///    time only if the agent died before anybody was told that it is shown (the `shown` event, or a settled clock): that
///    is the window between `Notify` and the commit of the number. These are counted.
/// 3. A press is the agent's from the moment that the answer is on disk. Nothing on the bus acknowledges a signal, so one
///    that was still on the way to the agent, or in its hand, when it was killed is lost with it, as it is when no agent
///    runs: the notification then stays delivered, as if nobody had pressed, and these are counted as unheard. The promise
///    covers every other press, and the model knows them by what others are told: the agent went on to answer a later call
///    that waits for what is under way; or the notification has left the delivered list, though nobody removed it; or
///    the receiver has heard of it. Each of those is delivered until the receiver has acknowledged it, and then no more.
///    Here too is a window: a receiver whose acknowledgement was on the way when the agent died is told again, which is
///    counted, and allowed only as long as nobody was told that the acknowledgement was noted (the `acknowledged` event).
///
/// `BELFRY_KILLS` says how often it dies in all, `BELFRY_SEED` which way; what is done and which step a life ends
/// at follows from the seed, where a life at a random moment is cut off is a matter of the machine's timing.
@Suite struct CrashFuzzTests {
    private static let kills = ProcessInfo.processInfo.environment["BELFRY_KILLS"].flatMap(Int.init) ?? 100
    private static let runs = 4
    /// Whether all that happened is printed: `BELFRY_STORY` is set.
    private static let isTold = ProcessInfo.processInfo.environment["BELFRY_STORY"] != nil

    @Test(arguments: 0..<runs)
    func `killed at every step and at any moment, it keeps its promises`(run: Int) async throws {
        // 2026-01-05, 12:00 in UTC.
        let start = 1_767_614_400.0
        let seed = SeededGenerator.seed &+ UInt64(run) &* 1_000_003
        var script = ScriptedServerScript()
        if run.isMultiple(of: 2) {
            // Tells only who has called it, as dunst and Plasma do: the next agent has to show anew what is on the screen.
            script.configuration.signalDelivery = .unicast
            script.configuration.information.name = run == 0 ? "dunst" : "plasma"
        }
        try await withAgentAndServer(
            script: script,
            environment: ["BELFRY_NOW": "@\(start)"], configuration: "[flood]\nburst = 0\n", inMemory: true
        ) { agent, server in
            try await agent.kill()
            var driver = try await CrashDriver(
                agent: agent, server: server, start: start, seed: seed, isTied: run.isMultiple(of: 2))
            var random = SeededGenerator(seed: seed)
            do {
                for number in 0..<Self.kills / Self.runs where driver.model.problems.isEmpty {
                    let kill = CrashKill.random(run * Self.kills / Self.runs + number, using: &random)
                    try await driver.live(and: kill, seed: seed &+ UInt64(number + 1) &* 7919)
                }
                if driver.model.problems.isEmpty { try await driver.liveOn() }
            } catch {
                print(driver.model.story.suffix(60).joined(separator: "\n"))
                throw error
            }
            let model = driver.model
            print(model.figures.line(run))
            if Self.isTold { print(model.story.joined(separator: "\n")) }
            if !model.problems.isEmpty { print(model.story.suffix(120).joined(separator: "\n")) }
            #expect(model.problems == [], "seed \(SeededGenerator.seed), run \(run)")
            #expect(model.figures.shown > model.figures.kills / 2)
            #expect(model.figures.answered > 0)
        }
    }

    @Test func `every step at which the agent can be made to die is known here`() throws {
        let file = URL(filePath: #filePath).appending(path: "../../../../Sources/Agent/CrashPoint.swift").standardized
        let source = try String(contentsOf: file, encoding: .utf8)
        let names = source.split(separator: "\"").filter { $0.hasPrefix("after-") || $0.hasPrefix("before-") }

        #expect(Set(names.map(String.init)) == Set(CrashKill.steps + CrashKill.otherSteps))
    }
}
