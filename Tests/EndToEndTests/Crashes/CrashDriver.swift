// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Glibc
import NotificationModel
import NotificationServer
import TestSupport

/// Leads the agent through its lives, and tells the model what callers and the person hear and see.
struct CrashDriver {
    let agent: TestAgent
    let server: ScriptedServer
    let receiver: CrashReceiver
    let watcher: CrashWatcher
    var model: CrashModel
    private var random: SeededGenerator
    private let start: Double

    /// The agent has ended while something was asked of it.
    private struct Ended: Error {}

    /// How many turns an agent has that does not die by itself.
    private static let turns = 4

    init(agent: TestAgent, server: ScriptedServer, start: Double, seed: UInt64, isTied: Bool) async throws {
        self.agent = agent
        self.server = server
        self.start = start
        receiver = try await CrashReceiver(of: agent)
        watcher = try await CrashWatcher(of: agent)
        model = CrashModel(now: start, isTied: isTied)
        random = SeededGenerator(seed: seed)
    }

    /// The machine goes on running while the agent dies: its clock and its boot are the same.
    private var environment: [String: String] {
        [
            "BELFRY_NOW": "@\(model.now)", "BELFRY_BOOT": "one", "BELFRY_UPTIME": "\(1000 + model.now - start)",
        ]
    }

    // MARK: - Lives

    /// One life and its end.
    mutating func live(and kill: CrashKill, seed: UInt64) async throws {
        // Of its own, so that a life can be had again whatever the timing made of those before it.
        random = SeededGenerator(seed: seed)
        model.life += 1
        model.figures.kills += 1
        model.note("born to die \(kill)")
        receiver.behave(.acknowledges)
        await server.change { $0.uponNotify = nil }
        if case .starting(let time) = kill {
            try agent.launch(environment)
            try await pause(time)
            agent.signal(SIGKILL)
        } else {
            try await arm(kill)
            try await agent.start(environment.merging(kill.environment) { _, new in new })
            do {
                try await work(until: kill)
            } catch is Ended {}
            agent.signal(SIGKILL)
        }
        try await end()
    }

    /// The last life, which is not cut short: all that is promised comes.
    mutating func liveOn() async throws {
        model.life += 1
        model.note("born to live")
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
        try await withDeadline { while try await agent.storedResponses() != 0 {} }
        let open = await server.open
        agent.signal(SIGKILL)
        try await end()
        model.finish()
        let wanted = Set(model.requests.values.compactMap(\.occurrence?.showings.last?.notification.id))
        let left = open.filter { !wanted.contains($0.id) }
        model.figures.left = left.count
        model.note("left on the screen: \(left.map { "\($0.summary) as \($0.id)" })")
    }

    /// Something else than time ends it.
    private func arm(_ kill: CrashKill) async throws {
        let agent = agent
        switch kill {
        case .uponNotify(let number):
            let left = Countdown(number)
            await server.change { $0.uponNotify = { if left.next() { agent.signal(SIGKILL) } } }
        case .uponDelivery: receiver.behave(.kills)
        case .step, .moment, .starting, .idle: break
        }
    }

    private mutating func work(until kill: CrashKill) async throws {
        let agent = agent
        guard case .moment(let time) = kill else { return try await work() }
        let killer = Task {
            try? await Task.sleep(for: .microseconds(time))
            agent.signal(SIGKILL)
        }
        defer { killer.cancel() }
        try await work()
    }

    private mutating func work() async throws {
        try await ask { try await $0.proxy("*").watch() }
        if !receiver.isKilling, Int.random(in: 0..<5, using: &random) == 0 { receiver.behave(.fails) }
        if receiver.isKilling || Int.random(in: 0..<5, using: &random) > 0 {
            let proxy = receiver.proxy
            try await ask { _ in try await proxy.attach() }
        }
        try await settle(hasLived: false)
        for _ in 0..<Self.turns { try await turn() }
    }

    private mutating func end() async throws {
        try await agent.end()
        try await server.catchUp()
        model.seen.shown += server.takeNotifications()
        model.seen.responses += try await receiver.take().map { (model.life, $0) }
        model.seen.events += watcher.take()
        model.endLife()
    }

    // MARK: - A turn

    /// Some acts at the same time, and then time goes by.
    private mutating func turn() async throws {
        let plan = model.plan(using: &random)
        let (agent, server) = (agent, server)
        let replies = await withTaskGroup(of: (Int, CrashAct.Reply).self) { group in
            for (index, entry) in plan.enumerated() {
                group.addTask { (index, await Self.carryOut(entry.act, on: entry.identifier, agent, server)) }
            }
            return await group.reduce(into: [Int: CrashAct.Reply]()) { $0[$1.0] = $1.1 }
        }
        var hasEnded = false
        for (index, entry) in plan.enumerated() {
            let reply = replies[index] ?? .died
            model.learn(entry.identifier, entry.act, reply)
            if case .died = reply { hasEnded = true }
        }
        if hasEnded { throw Ended() }
        // The presses are with the bus: the agent has them before what is asked of it next.
        try await server.catchUp()
        let seconds = Double(Int.random(in: 2...45, using: &random))
        model.pass(seconds)
        model.note("\(seconds) s go by")
        try await ask { try await $0.clock.advance(seconds) }
        try await settle(hasLived: true)
    }

    /// Nothing is under way: all must be as it was promised.
    private mutating func settle(hasLived: Bool) async throws {
        let list = try await ask { agent in
            try await agent.clock.advance(0)
            return CrashList(
                pending: try await agent.proxy().pending(), delivered: try await agent.proxy().delivered())
        }
        model.seen.shown += server.takeNotifications()
        model.seen.events += watcher.take()
        model.check(list, hasLived: hasLived)
    }

    @discardableResult
    private func ask<Result>(_ question: (TestAgent) async throws -> Result) async throws -> Result {
        do {
            return try await question(agent)
        } catch is BusError {
            throw Ended()
        }
    }

    private func pause(_ microseconds: Int) async throws {
        // Not for anything to happen: it is the moment that was drawn.
        try await Task.sleep(for: .microseconds(microseconds))
    }

    private static func carryOut(
        _ act: CrashAct, on identifier: String, _ agent: TestAgent, _ server: ScriptedServer
    ) async -> CrashAct.Reply {
        let proxy = agent.proxy()
        do {
            switch act {
            case .add(let version, let seconds, let repeats, let reportsDismissal):
                var more: [String: Value] = [
                    "actions": buttons("yes"), "snooze": .strings(["5m"]),
                    "customDismissAction": .boolean(reportsDismissal),
                ]
                if let seconds {
                    more["trigger"] = .properties([
                        "timeInterval": .double(seconds), "repeats": .boolean(repeats),
                    ])
                }
                _ = try await proxy.add(request(identifier, title: "\(identifier) v\(version)", more))
            case .removePending: return .done(try await proxy.removePending([identifier]))
            case .removeDelivered: return .done(try await proxy.removeDelivered([identifier]))
            case .snooze(let seconds): try await proxy.snooze(identifier, seconds: seconds)
            case .press(let label, let notification): await server.press(notification.key(of: label), on: notification)
            case .dismiss(let notification): await server.dismiss(notification)
            }
            return .done([])
        } catch let refusal as Refusal {
            return .refused(refusal.message)
        } catch {
            return .died
        }
    }
}
