// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import TestSupport
import Testing
import WebPush

/// Leads the parts of the way through the life of one bus: messages are sent, parts die and start again.
struct PushDriver {
    let run: PushRun
    let bus: SessionBus
    let agent: TestAgent
    let server: ScriptedServer
    var progress: PushProgress

    private var distributor: DistributorProgram { run.distributor }
    private var screen: PushScreen { run.screen }

    /// Runs rounds until the bus has died, or until all messages are sent and shown.
    mutating func live() async throws {
        let first = PushWay(progress.round, run.kind, seed: SeededGenerator.seed)
        for part in first.order { try await start(part) }
        if progress.subscription == nil { try await register() }
        let keeper = keepAwake()
        defer { keeper?.cancel() }
        while progress.next < run.total {
            let way = PushWay(progress.round, run.kind, seed: SeededGenerator.seed)
            progress.round += 1
            try await live(way)
            guard way.part != .bus else {
                progress.phase = way.returns ? .returning : .begun
                return
            }
            try await progress.account.read(agent)
        }
        try await settle()
        progress.phase = .over
    }

    private mutating func register() async throws {
        let registration = try await agent.proxy().registerForRemoteNotifications([:], wait: 30)
        let json = try #require(registration["subscription"]?.string, "\(registration)")
        progress.subscription = try PushSubscription(json: Data(json.utf8))
    }

    /// Wakes the machine once a second while nginx dies: without that, the pauses of the distributor, which grow with
    /// each failure, would be most of the test.
    private func keepAwake() -> Task<Void, any Error>? {
        guard run.kind == .nginx else { return nil }
        let (distributor, agent) = (distributor, agent)
        // Why: this is a task of its own, because it goes on through all rounds; the caller cancels it.
        return Task {
            while true {
                try await Task.sleep(for: .seconds(1))
                try await distributor.wake(on: agent)
            }
        }
    }

    // MARK: - Rounds

    private mutating func live(_ way: PushWay) async throws {
        guard let subscription = progress.subscription else { return }
        let last = min(progress.next + way.messages, run.total)
        let messages = (progress.next..<last).map(PushSender.Outgoing.init)
        progress.next = last
        tell("\(way), \(messages.map(\.title))")
        try await prepare(way)
        async let posted = run.sender.post(messages, to: subscription)
        if way.part == .bus {
            // Nobody outlives the bus, so the other part dies first.
            if let other = way.other { try await kill(other) }
            try await pause(way.pause)
            try await die(way)
            try await pause(way.down)
        } else {
            try await die(way)
            if let other = way.other {
                try await pause(way.pause)
                try await kill(other)
            }
            try await pause(way.down)
            for part in way.order where part == way.part || part == way.other { try await start(part) }
        }
        progress.figures.posts += try await posted
        progress.account.sent.formUnion(messages.map(\.title))
    }

    /// Makes ready for a death that a message leads to.
    private mutating func prepare(_ way: PushWay) async throws {
        let (program, server) = (run.program, server)
        switch (way.moment, way.part) {
        case (.step(let name), _):
            try await kill(.agent)
            try await program.start(on: agent, ["BELFRYD_CRASH_AT": name])
        case (.uponNotify, .server): screen.strike { server.assumeIsolated { $0.leave() } }
        case (.uponNotify, _): screen.strike { program.signal(SIGKILL) }
        case (.after, _), (.starting, _): break
        }
    }

    private mutating func die(_ way: PushWay) async throws {
        switch way.moment {
        case .after(let time):
            try await pause(time)
            try await kill(way.part)
        case .starting(let time):
            try await kill(way.part)
            switch way.part {
            case .agent: try run.program.launch(on: agent)
            case .distributor: try distributor.launch(on: agent)
            case .server, .nginx, .bus: break
            }
            try await pause(time)
            try await kill(way.part)
        case .step:
            try await run.program.end(on: agent)
            count(.agent)
        case .uponNotify:
            try await screen.blows.next()
            try await kill(way.part)
        }
    }

    /// Waits not for an event, but for the moment that was drawn.
    private func pause(_ microseconds: Int) async throws { try await Task.sleep(for: .microseconds(microseconds)) }

    // MARK: - Parts

    private mutating func kill(_ part: PushWay.Part) async throws {
        count(part)
        tell("\(part) dies")
        switch part {
        case .agent: try await run.program.kill(on: agent)
        case .distributor: try await distributor.kill(on: agent)
        case .server: await server.leave()
        case .nginx: try await run.nchan.kill()
        case .bus:
            try await bus.kill()
            // The distributor ends by itself, and the agent waits for the next bus.
            let ending = try await distributor.end()
            #expect([.exited(69), .signalled(SIGKILL)].contains(ending), "\(distributor.log.suffix(4000))")
            await server.leave()
        }
    }

    private func start(_ part: PushWay.Part) async throws {
        switch part {
        case .agent: try await run.program.start(on: agent)
        case .distributor: try await distributor.start(on: agent)
        case .server: try await server.come(screen)
        case .nginx where run.kind == .nginx: try await run.nchan.start()
        case .nginx, .bus: break
        }
    }

    private mutating func count(_ part: PushWay.Part) { progress.figures.kills[part, default: 0] += 1 }

    private mutating func tell(_ words: String) {
        progress.figures.story.append("\(Date().timeIntervalSince1970) \(words)")
    }

    // MARK: - The end

    /// Waits until everything is shown. Then agent and distributor start once more, and get one more message: whatever
    /// they would show again comes before it.
    private mutating func settle() async throws {
        guard let subscription = progress.subscription else { return }
        await wait(for: progress.account.sent)
        try await progress.account.read(agent)
        try await kill(.agent)
        try await kill(.distributor)
        try await start(.distributor)
        try await start(.agent)
        let last = PushSender.Outgoing(number: run.total)
        _ = try await run.sender.post([last], to: subscription)
        await wait(for: [last.title])
        // A notification is shown before the agent's answer about its message has reached the distributor.
        try await withDeadline { [distributor, agent] in
            while try await distributor.status(on: agent)["waiting"]?.int != 0 { try await yieldUntilDeadline() }
        }
        progress.account.sent.insert(last.title)
        try await progress.account.read(agent)
        await server.read(into: screen)
        #expect(!screen.isMisread)
    }

    /// Waits until all are shown, or until the deadline: what is missing then is lost.
    private func wait(for titles: Set<String>) async {
        let end = ContinuousClock.now + .seconds(60 * deadlineFactor)
        while ContinuousClock.now < end {
            await server.read(into: screen)
            if titles.isSubset(of: screen.titles) { return }
            _ = try? await screen.arrivals.next(seconds: 1)
        }
    }
}
