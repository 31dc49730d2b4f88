// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationServer
import TestSupport
import WebPush

/// One run: messages go the whole way while its parts die, on one bus or on several, one after another.
struct PushRun {
    /// The parts that die, besides the agent, the distributor and the notification server.
    enum Kind: String, CaseIterable, Sendable {
        /// No other part. The push server has the messages in its memory.
        case programs
        /// nginx, too. Redis has the messages, on the disk.
        case nginx
        /// The bus, too, and with it all connections to it.
        case bus

        var parts: [PushWay.Part] {
            let own: [PushWay.Part] = [.agent, .distributor, .server]
            switch self {
            case .programs: return own
            case .nginx: return own + [.nginx]
            case .bus: return own + [.bus]
            }
        }

        /// A number for the seed.
        var number: UInt64 {
            switch self {
            case .programs: 0
            case .nginx: 1
            case .bus: 2
            }
        }
    }

    let kind: Kind
    /// The number of messages of the run.
    let total: Int
    let folders: AgentFolders
    let nchan: NchanServer
    let program: AgentProgram
    let distributor: DistributorProgram
    let sender: PushSender
    let screen = PushScreen()
    /// Whether the notification server sends signals only to the connection that called it, as dunst does.
    let isTied: Bool

    init(_ kind: Kind, total: Int, folders: AgentFolders, nchan: NchanServer, sender: PushSender) throws {
        (self.kind, self.total, self.folders, self.nchan, self.sender) = (kind, total, folders, nchan, sender)
        program = AgentProgram(in: folders)
        distributor = try DistributorProgram(in: folders.path, posted: nchan)
        var random = SeededGenerator(seed: SeededGenerator.seed &+ kind.number)
        isTied = Bool.random(using: &random)
    }

    private var script: ScriptedServerScript {
        var script = ScriptedServerScript()
        script.ignoresTimeouts = true
        if isTied {
            script.configuration.signalDelivery = .unicast
            script.configuration.information.name = "dunst"
        }
        return script
    }

    /// Runs to the end, when all that was sent is shown, or a deadline is over.
    func figures() async throws -> PushFigures {
        let began = ContinuousClock.now
        var progress = PushProgress()
        while progress.phase != .over {
            let former = progress
            progress = try await withMortalBus(folders: folders) { bus, agent in
                let bus = SessionBus(bus)
                do {
                    let progress = try await lives(of: bus, agent, former)
                    try await leave(bus)
                    return progress
                } catch {
                    try await leave(bus)
                    throw error
                }
            }
        }
        var figures = progress.figures
        figures.messages = progress.account.sent.count
        figures.verdict = progress.account.verdict(on: screen.showings)
        figures.seconds = began.duration(to: .now) / .seconds(1)
        return figures
    }

    /// Runs the lives of a bus at one address.
    private func lives(of bus: SessionBus, _ first: TestAgent, _ former: PushProgress) async throws -> PushProgress {
        var progress = former
        repeat {
            if progress.phase == .returning { try bus.restart() }
            let agent = try await bus.agent(in: folders, first)
            let server = ScriptedServer(on: agent.bus, loop: agent.loop, script: script)
            var driver = PushDriver(run: self, bus: bus, agent: agent, server: server, progress: progress)
            do {
                try await driver.live()
            } catch {
                print(driver.progress.figures.story.suffix(40).joined(separator: "\n"))
                print("the agent's log ends: \(agent.log.suffix(4000))")
                await server.leave()
                throw error
            }
            await server.leave()
            await server.read(into: screen)
            progress = driver.progress
        } while progress.phase == .returning
        return progress
    }

    /// Ends all that is left: the session is over. An agent without a bus would look for it for ten seconds.
    private func leave(_ bus: SessionBus) async throws {
        try await program.killProcess()
        try await distributor.killProcess()
        try await bus.kill()
    }
}

/// The state of a run, which survives its buses.
struct PushProgress {
    enum Phase {
        /// The next bus has another address.
        case begun
        /// The bus has died, and returns at its address.
        case returning
        case over
    }

    var subscription: PushSubscription?
    /// The number of the next round.
    var round = 0
    /// The number of the next message.
    var next = 0
    var phase = Phase.begun
    var account = PushAccount()
    var figures = PushFigures()
}

/// The counters of a run, or of all runs.
struct PushFigures {
    var messages = 0
    /// The number of posts: more than the messages, because a dead nginx accepts none.
    var posts = 0
    var kills: [PushWay.Part: Int] = [:]
    var verdict = PushAccount.Verdict()
    /// The events of the run, in words.
    var story: [String] = []
    var seconds = 0.0

    func line(_ name: String) -> String {
        let deaths = PushWay.Part.allCases.compactMap { part in kills[part].map { "\(part.rawValue) \($0)" } }
        return "pushes: \(name), \(messages) messages, \(posts) posts, "
            + "\(kills.values.reduce(0, +)) kills (\(deaths.joined(separator: ", "))), "
            + "\(verdict.again) shown again by another server, \(verdict.redrawn) redrawn; "
            + "in the window: \(verdict.inWindow) shown again; "
            + "lost \(verdict.lost.count), shown twice \(verdict.doubled.count); \(Int(seconds)) s"
    }
}
