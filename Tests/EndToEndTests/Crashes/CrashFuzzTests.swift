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
/// 2. Every occurrence is shown, and once: within one life of the agent always (but for its nags, each once); in a later one it
///    may come a second time only if the agent died before anybody was told that it is shown (the `shown` event, or a
///    settled clock): that is the window between `Notify` and the commit of the number. These are counted. What was missed
///    while no agent ran is shown late, skipped, or named by one digest, as its policy says.
/// 3. A press is the agent's from the moment that the answer is on disk. Nothing on the bus acknowledges a signal, so one
///    that was still on the way to the agent, or in its hand, when it was killed is lost with it, as it is when no agent
///    runs: the notification then stays delivered, as if nobody had pressed, and these are counted as unheard. The promise
///    covers every other press, and the model knows them by what others are told: the agent went on to answer a later call
///    that waits for what is under way; or the notification has left the delivered list, though nobody removed it; or
///    the receiver has heard of it. Each of those is delivered until the receiver has acknowledged it, and then no more.
///    Here too is a window: a receiver whose acknowledgement was on the way when the agent died is told again, which is
///    counted, and allowed only as long as nobody was told that the acknowledgement was noted (the `acknowledged` event). The
///    same holds for commands.
/// 4. What the server takes away by itself stays delivered, and comes back for no later agent that has heard of it; at the
///    latest when its time is over by the agent's clock, whoever died meanwhile, the command for that starts, once as above.
/// 5. What is over is off the screen in the end, but for what the server has shown and whose number the agent had not
///    written down when it died (the window of 2): nobody knows its number any more. These are counted.
///
/// Some deaths are power cuts: what was not synced is gone. Half of the runs have a server that tells only who has called it:
/// there the next agent draws anew what is on the screen, in its place.
///
/// `BELFRY_KILLS` says how often it dies in all, `BELFRY_SEED` which way (``CrashWay``); where a life at a random moment is cut
/// off is a matter of the machine's timing, and with it what there is to choose from afterwards.
@Suite struct CrashFuzzTests {
    private static let kills = ProcessInfo.processInfo.environment["BELFRY_KILLS"].flatMap(Int.init) ?? 100
    private static let runs = 4
    /// Whether all that happened is printed: `BELFRY_STORY` is set.
    private static let isTold = ProcessInfo.processInfo.environment["BELFRY_STORY"] != nil
    /// Where the folders of a run that went wrong are copied to, for whoever has to find out why.
    private static let morgue = ProcessInfo.processInfo.environment["BELFRY_MORGUE"]

    @Test func `killed at every step and at any moment, it keeps its promises`() async throws {
        let figures = try await withThrowingTaskGroup(of: CrashFigures.self) { group in
            for run in 0..<Self.runs { group.addTask { try await Self.figures(of: run) } }
            return try await group.reduce(CrashFigures(), +)
        }

        print(figures.line("seed \(SeededGenerator.seed)"))
        let missed = CrashKill.steps.filter { figures.steps[$0] == nil }
        // Fewer don't come to each.
        if Self.kills >= 100 { #expect(missed == [], "it never died there") }
        #expect(figures.shown > figures.kills / 2)
        #expect(figures.answered > 0)
        #expect(figures.commands > 0)
        if Self.kills >= 100 { #expect(figures.expired > 0) }
    }

    @Test func `the same seed leads the same way, and another one another`() {
        let ways = (0..<200).map { CrashWay($0, seed: 7) }

        #expect(ways == (0..<200).map { CrashWay($0, seed: 7) })
        #expect(ways != (0..<200).map { CrashWay($0, seed: 8) })
        #expect(Set(ways.compactMap(\.kill.step)) == Set(CrashKill.steps))
    }

    @Test func `every step at which the agent can be made to die is known here`() throws {
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
        // Its time is the test's, as the agent's is.
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
