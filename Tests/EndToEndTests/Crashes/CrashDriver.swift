// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Glibc
import NotificationServer
import TestSupport
import Testing
import Triggers

/// Leads the agent through its lives, and reports to the model what callers and the person have seen.
struct CrashDriver {
    let agent: TestAgent
    let server: ScriptedServer
    let receiver: CrashReceiver
    let watcher: CrashWatcher
    let power: CrashPower
    var model: CrashModel
    /// The random numbers of the actions, drawn anew for each life.
    var random: SeededGenerator
    private let start: Double
    private let commands: String

    /// The agent has ended during a call.
    struct Ended: Error {}

    /// The error of the bus in this case.
    static let deaths: Set = [
        "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.ServiceUnknown",
    ]

    init(agent: TestAgent, server: ScriptedServer, start: Double, isTied: Bool) async throws {
        self.agent = agent
        self.server = server
        self.start = start
        receiver = try await CrashReceiver(of: agent)
        watcher = try await CrashWatcher(of: agent)
        power = try await CrashPower(of: agent.folders)
        commands = agent.folders.path + "/commands"
        model = CrashModel(
            now: start, isTied: isTied, command: CrashCommand.line(to: commands),
            picture: try agent.folders.file("cup.png", Samples.png))
        random = SeededGenerator(seed: 0)
    }

    /// The machine runs on while the agent is dead: its clock and its boot stay the same.
    private var environment: [String: String] {
        [
            "BELFRY_NOW": "@\(model.now)", "BELFRY_BOOT": "one", "BELFRY_UPTIME": "\(1000 + model.now - start)",
        ]
    }

    // MARK: - Lives

    /// Runs one life and ends it.
    mutating func live(_ way: CrashWay) async throws {
        random = SeededGenerator(seed: way.choices)
        let bait = way.kill.step.flatMap(CrashBait.init)
        if way.kill.step == "after-digest-commit" || bait?.comesBefore == true { try await prepare(bait) }
        // All notifications that were shown since the last look have the same time, and so belong to one firing.
        model.begin(after: model.isSure && model.seen.shown.isEmpty ? way.down : 0, "\(way.kill)")
        model.figures.kills += 1
        receiver.behave(.acknowledges)
        await server.change { $0.uponNotify = nil }
        if case .starting(let time) = way.kill {
            try agent.launch(environment)
            // This does not wait for an event, but for the moment that was drawn.
            try await Task.sleep(for: .microseconds(time))
            agent.signal(SIGKILL)
        } else {
            let more = try await arm(way.kill)
            do {
                // The agent may end before it owns its name.
                try await agent.start(environment.merging(more) { _, new in new })
                try await work(way, bait?.comesBefore == true ? nil : bait)
            } catch is Ended {}
            agent.signal(SIGKILL)
        }
        try await end()
        if case .powerCut = way.kill {
            model.figures.cuts += 1
            try power.cut(way.losses)
        }
    }

    /// Runs a short life, which makes the data that the next life is to begin with.
    private mutating func prepare(_ bait: CrashBait?) async throws {
        model.begin(after: 0, "to prepare")
        receiver.behave(.acknowledges)
        await server.change { $0.uponNotify = nil }
        try await agent.start(environment)
        try await agent.proxy("*").watch()
        try await settle(hasLived: false)
        if let bait { try await carryOut(model.plan(bait, using: &random)) }
        for _ in 0..<2 { try await addDigested(in: 5) }
        try await server.catchUp()
        model.pass(2)
        try await agent.clock.advance(2)
        try await settle(hasLived: true)
        agent.signal(SIGKILL)
        try await end()
    }

    /// Runs the last life to its end: every promise is kept then.
    mutating func liveOn() async throws {
        model.begin(after: 0, "to live")
        receiver.behave(.acknowledges)
        await server.change { $0.uponNotify = nil }
        try await agent.start(environment)
        try await agent.proxy("*").watch()
        try await settle(hasLived: false)
        try await receiver.proxy.attach()
        for _ in 0..<5 {
            model.pass(45)
            try await agent.clock.advance(45)
            try await settle(hasLived: true)
        }
        let agent = agent
        try await withDeadline {
            while try await agent.storedResponses() != 0 { try await yieldUntilDeadline() }
        }
        try await checkCopies()
        try await agent.proxy(CrashDigests.app).removeAllDelivered()
        try await agent.clock.advance(0)
        try await server.catchUp()
        let open = await server.open
        // Closed numbers are deleted with the next change, so none stays in the list of numbers to close.
        try await withDeadline {
            while try await Self.unclosed(of: agent) != 0 {
                try await agent.proxy().setCategories([])
            }
        }
        agent.signal(SIGKILL)
        try await end()
        model.finish(CrashCommand.read(agent.folders.text(of: commands) ?? ""))
        model.leave(open)
        for line in agent.log.split(separator: "\n") where line.hasPrefix("dies ") {
            model.figures.steps[String(line.dropFirst(5)), default: 0] += 1
        }
        model.figures.digests = model.digests.count
    }

    /// The number of notifications that have ended in the store, and were not seen to leave the screen.
    private static func unclosed(of agent: TestAgent) async throws -> Int {
        let program =
            "import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).execute('SELECT count(*) FROM unclosed').fetchone())"
        let counted = try await Program.run([Program.python, "-c", program, agent.folders.store])
        return try #require(Int(counted.output.filter(\.isNumber)), "\(counted.errors)")
    }

    /// Starts an agent that ends by another cause than time.
    ///
    /// - Returns: The environment of the agent.
    private func arm(_ kill: CrashKill) async throws -> [String: String] {
        let agent = agent
        switch kill {
        case .uponNotify(let number):
            let left = Countdown(number)
            await server.change { $0.uponNotify = { if left.next() { agent.signal(SIGKILL) } } }
        case .uponDelivery: receiver.behave(.kills)
        case .powerCut: return try power.environment()
        case .step, .moment, .starting, .idle: break
        }
        return kill.environment
    }

    private mutating func end() async throws {
        try await agent.end()
        try await server.catchUp()
        model.seen.shown += server.takeNotifications()
        model.seen.responses += try await receiver.take().map { (model.life, $0) }
        model.seen.events += watcher.take()
        model.endLife()
    }

    /// Waits until the agent is idle: all promises must be kept then.
    mutating func settle(hasLived: Bool) async throws {
        let list = try await ask { try await CrashList(of: $0) }
        model.seen.shown += server.takeNotifications()
        model.seen.events += watcher.take()
        if let name = try await agent.connection.owner(of: AgentNames.busName) { model.name(name) }
        model.check(list, hasLived: hasLived)
        model.screen = Set(await server.open.map(\.id))
    }

    @discardableResult
    func ask<Result>(_ question: (TestAgent) async throws -> Result) async throws -> Result {
        do {
            return try await question(agent)
        } catch let error as BusError {
            // A reply of a living agent does not count as its death.
            guard Self.deaths.contains(error.name) else { throw error }
            throw Ended()
        }
    }
}
