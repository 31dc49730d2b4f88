// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationServer
import Testing
import TestSupport

/// The agent is killed repeatedly while requests are added, edited, fired, answered, snoozed and removed at random.
///
/// A model that knows only the replies to callers and the notifications on the screen checks its promises (design 5):
///
/// 1. The contents of an acknowledged `Add` are pending with their date, or were shown. A repeating request keeps its
///    phase, to the second, through all deaths. A call without a reply, because the agent died, was carried out
///    completely or not at all.
/// 2. Every occurrence is shown, and once: within one life of the agent always (except its nags, each once). A later
///    agent may show it a second time only if the agent died before any client was told that it is shown (the `shown`
///    event, or a settled clock): that is the window between `Notify` and the commit of the number. These cases are
///    counted. A request that was missed while no agent ran is shown late, skipped, or named by one digest, as its
///    policy says.
/// 3. The promise on a press begins when the answer is on disk. No program on the bus acknowledges a signal. A press
///    that was still in flight, or that the agent had not persisted, when it was killed is lost, as it is when no agent
///    runs: the notification then stays delivered, as if there had been no press, and the press is counted as unheard.
///    The promise covers every other press, and the model recognises them by what other clients are told: the agent
///    went on to reply to a later call that waits for pending work; or the notification has left the delivered list
///    without a removal; or the receiver has got the response. Each of these is delivered until the receiver has
///    acknowledged it, and then no more. There is a window here, too: a receiver whose acknowledgement was in flight
///    when the agent died gets the response again. This is counted, and allowed only as long as no client was told of
///    the acknowledgement (the `acknowledged` event). The same is true of commands.
/// 4. A notification that the server itself removes stays delivered, and no later agent that knows of the removal shows
///    it again. When its time is over by the agent's clock at the latest, whichever agent died meanwhile, its `expire`
///    command starts, once as above.
/// 5. A notification that is over leaves the screen in the end, except one that the server has shown and whose number
///    the agent had not persisted when it died (the window of 2), because no agent knows its number. These cases are
///    counted.
///
/// Some deaths are power cuts: data that was not synced is gone. Half of the runs have a server that sends signals only
/// to the connection that called it: there the next agent redraws the notifications on the screen in place.
///
/// `BELFRY_KILLS` sets the number of deaths, `BELFRY_SEED` the random choices (``CrashWay``). The moment at which a
/// random kill hits depends on the machine's timing, and so do the choices that are possible afterwards.
@Suite struct CrashFuzzTests {
    private static let kills = ProcessInfo.processInfo.environment["BELFRY_KILLS"].flatMap(Int.init) ?? 100
    private static let runs = 4
    /// Whether every event is printed: `BELFRY_STORY` is set.
    private static let isTold = ProcessInfo.processInfo.environment["BELFRY_STORY"] != nil
    /// The folder into which the folders of failed runs are copied, for their analysis.
    private static let morgue = ProcessInfo.processInfo.environment["BELFRY_MORGUE"]

    @Test func `killed at every step and at any moment, the agent keeps its promises`() async throws {
        let figures = try await withThrowingTaskGroup(of: CrashFigures.self) { group in
            for run in 0..<Self.runs { group.addTask { try await Self.figures(of: run) } }
            return try await group.reduce(CrashFigures(), +)
        }

        print(figures.line("seed \(SeededGenerator.seed)"))
        let missed = CrashKill.steps.filter { figures.steps[$0] == nil }
        // With fewer kills, not every step has one.
        if Self.kills >= 100 { #expect(missed == [], "it never died there") }
        #expect(figures.shown > figures.kills / 2)
        #expect(figures.answered > 0)
        #expect(figures.commands > 0)
        if Self.kills >= 100 { #expect(figures.expired > 0) }
    }

    @Test func `the same seed makes the same choices, and another seed others`() {
        let ways = (0..<200).map { CrashWay($0, seed: 7) }

        #expect(ways == (0..<200).map { CrashWay($0, seed: 7) })
        #expect(ways != (0..<200).map { CrashWay($0, seed: 8) })
        #expect(Set(ways.compactMap(\.kill.step)) == Set(CrashKill.steps))
    }

    @Test func `the list contains every step at which the agent can be made to die`() throws {
        let file = URL(filePath: #filePath)
            .appending(path: "../../../../Sources/AgentFiles/CrashPoint.swift").standardized
        let source = try String(contentsOf: file, encoding: .utf8)
        let names = source.split(separator: "\"").filter { $0.hasPrefix("after-") || $0.hasPrefix("before-") }

        #expect(Set(names.map(String.init)) == Set(CrashKill.steps))
    }

    private static func figures(of run: Int) async throws -> CrashFigures {
        // 2026-01-05, 12:00 in UTC.
        let start = 1_767_614_400.0
        var script = ScriptedServerScript()
        // The server uses the test's clock, as the agent does.
        script.ignoresTimeouts = true
        let isTied = run.isMultiple(of: 2)
        if isTied {
            // As dunst and Plasma do.
            script.configuration.signalDelivery = .unicast
            script.configuration.information.name = run == 0 ? "dunst" : "plasma"
        }
        return try await withAgentAndServer(
            script: script,
            environment: ["BELFRY_NOW": "@\(start)"], configuration: "[flood]\nburst = 0\n", inMemory: true
        ) { agent, server in
            try await agent.kill()
            var driver = try await CrashDriver(agent: agent, server: server, start: start, isTied: isTied)
            do {
                for number in run * kills / runs..<(run + 1) * kills / runs where driver.model.problems.isEmpty {
                    try await driver.live(CrashWay(number, seed: SeededGenerator.seed))
                }
                if driver.model.problems.isEmpty { try await driver.liveOn() }
            } catch {
                print(driver.model.story.suffix(60).joined(separator: "\n"))
                throw error
            }
            let model = driver.model
            print(model.figures.line("run \(run), \(isTied ? "tied" : "broadcasting")"))
            if isTold { print(model.story.joined(separator: "\n")) }
            if !model.problems.isEmpty {
                print(model.story.suffix(120).joined(separator: "\n"))
                if let morgue {
                    try FileManager.default.copyItem(
                        atPath: agent.folders.path, toPath: "\(morgue)/\(SeededGenerator.seed)-\(run)")
                }
            }
            #expect(model.problems == [], "seed \(SeededGenerator.seed), run \(run)")
            return model.figures
        }
    }
}
