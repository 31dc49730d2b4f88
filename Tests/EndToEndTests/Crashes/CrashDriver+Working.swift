// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Glibc
import NotificationServer
import TestSupport
import Triggers

/// The actions in one life.
extension CrashDriver {
    /// Runs the turns of one life; `bait` is the preparation for the step at which the life is to end.
    mutating func work(_ way: CrashWay, _ bait: CrashBait?) async throws {
        let agent = agent
        var killer: Task<Void, Never>?
        switch way.kill {
        case .moment(let time), .powerCut(let time):
            killer = Task {
                try? await Task.sleep(for: .microseconds(time))
                agent.signal(SIGKILL)
            }
        case .step, .starting, .uponNotify, .uponDelivery, .idle: break
        }
        defer { killer?.cancel() }
        try await ask { try await $0.proxy("*").watch() }
        try await attach(way.receiver)
        try await settle(hasLived: false)
        for (number, seconds) in way.turns.enumerated() { try await turn(seconds, number == 0 ? bait : nil) }
    }

    private func attach(_ manner: CrashWay.Receiver) async throws {
        let proxy = receiver.proxy
        switch manner {
        case .attaches: try await ask { _ in try await proxy.attach() }
        case .fails:
            receiver.behave(.fails)
            try await ask { _ in try await proxy.attach() }
        case .waits:
            let names = model.requests.values.filter(\.isLive).map(\.identifier).sorted()
            guard !names.isEmpty else { return }
            try await ask { _ in try await proxy.attach(["identifiers": .strings(names)]) }
        case .isAway: break
        }
    }

    /// Runs some actions at the same time, and then lets time pass.
    private mutating func turn(_ seconds: Double, _ bait: CrashBait?) async throws {
        if Int.random(in: 0..<6, using: &random) == 0 { try await setCategories() }
        if Bool.random(using: &random) { try await addDigested(in: Double(Int.random(in: 1...90, using: &random))) }
        // An expiry leads to the same step as a press.
        let expiry = bait == .response ? model.nextEnd(within: 100, butOf: []) : nil
        let plan = model.plan(expiry == nil ? bait : nil, using: &random)
        try await carryOut(plan)
        let seconds = max(seconds, (expiry?.pause ?? 0) + 2)
        var rest = seconds
        if let end = model.nextEnd(within: seconds, butOf: Set(plan.map(\.identifier))) {
            try await pass(end.pause)
            model.note("\(end.identifier) is over, and taken away by the server as \(end.notification.id)")
            await server.expire(end.notification)
            model.close(end.identifier)
            rest -= end.pause
        }
        try await pass(rest)
        try await settle(hasLived: true)
    }

    private mutating func pass(_ seconds: Double) async throws {
        // The bus has the person's action: the agent gets it before the next call.
        try await server.catchUp()
        model.pass(seconds)
        model.note("\(seconds) s go by")
        try await ask { try await $0.clock.advance(seconds) }
    }

    mutating func carryOut(_ plan: [(identifier: String, act: CrashAct)]) async throws {
        let (agent, server) = (agent, server)
        let handedOver = plan.indices.filter { plan[$0].act.properties(plan[$0].identifier) != nil }
        let list = handedOver.count > 1 && Bool.random(using: &random) ? handedOver : []
        let batch = list.isEmpty ? nil : model.newBatch()
        let replies = await withTaskGroup(of: [(Int, CrashAct.Reply)].self) { group in
            if !list.isEmpty {
                let requests = list.compactMap { plan[$0].act.properties(plan[$0].identifier) }
                group.addTask { Array(zip(list, await Self.addAll(requests, agent))) }
            }
            for (index, entry) in plan.enumerated() where !list.contains(index) {
                group.addTask { [(index, await Self.carryOut(entry.act, on: entry.identifier, agent, server))] }
            }
            return await group.reduce(into: [Int: CrashAct.Reply]()) { all, some in
                all.merge(some) { _, new in new }
            }
        }
        var hasEnded = false
        for (index, entry) in plan.enumerated() {
            let reply = replies[index] ?? .died
            model.learn(entry.identifier, entry.act, reply, batch: list.contains(index) ? batch : nil)
            if case .died = reply { hasEnded = true }
        }
        if hasEnded { throw Ended() }
        if batch != nil { model.figures.batches += 1 }
    }

    /// Adds the drafts in one call; returns a result for each.
    private static func addAll(_ requests: [[String: Value]], _ agent: TestAgent) async -> [CrashAct.Reply] {
        do {
            return try await agent.proxy().addAll(requests).map { row in
                AddedRow.error(of: row).map { .refused("\($0)") } ?? .done([])
            }
        } catch let error as BusError where deaths.contains(error.name) {
            return requests.map { _ in .died }
        } catch {
            return requests.map { _ in .refused("\(error)") }
        }
    }

    private static func carryOut(
        _ act: CrashAct, on identifier: String, _ agent: TestAgent, _ server: ScriptedServer
    ) async -> CrashAct.Reply {
        let proxy = agent.proxy()
        do {
            switch act {
            case .add, .edit: _ = try await proxy.add(act.properties(identifier) ?? [:])
            case .removePending: return .done(try await proxy.removePending([identifier]))
            case .removeDelivered: return .done(try await proxy.removeDelivered([identifier]))
            case .snooze(let seconds):
                let outcome = try await proxy.snooze(identifier, seconds: seconds, [:])
                return .done(outcome["moved"] == nil ? [] : [identifier])
            case .press(let label, let notification): await server.press(notification.key(of: label), on: notification)
            case .reply(let text, let notification): await server.reply(text, to: notification)
            case .dismiss(let notification): await server.dismiss(notification)
            case .expire(let notification): await server.expire(notification)
            }
            return .done([])
        } catch let refusal as Refusal {
            return .refused(refusal.message)
        } catch let error as BusError where deaths.contains(error.name) {
            return .died
        } catch {
            return .refused("\(error)")
        }
    }

    // MARK: - Other actions

    /// Adds a further request of those that are put into a digest if they are missed.
    mutating func addDigested(in seconds: Double) async throws {
        guard let identifier = model.digests.newIdentifier() else { return }
        let due = model.now + seconds
        model.note("\(identifier) added in \(seconds) s, for a digest")
        model.digests.add(identifier, due: due, isSure: false)
        try await ask { agent in
            _ = try await agent.proxy(CrashDigests.app).add(
                request(
                    identifier, title: "\(identifier) v1", ["trigger": after(seconds), "ifMissed": .string("digest")]))
        }
        model.digests.add(identifier, due: due, isSure: true)
    }

    private mutating func setCategories() async throws {
        let version = model.categories.next
        model.note("categories \(version)")
        model.categories.set(version, isSure: false)
        try await ask { try await $0.proxy().setCategories(CrashDraft.categories(version)) }
        model.categories.set(version, isSure: true)
    }
}

extension CrashModel {
    /// The notifications that are on the screen at the end, and should not be.
    mutating func leave(_ open: [ReceivedNotification]) {
        let wanted = Set(requests.values.compactMap(\.occurrence?.showings.last?.notification.id))
        for notification in open where !wanted.contains(notification.id) {
            let words = "\(notification.summary) as \(notification.id) by \(notification.sender)"
            if isNumbered(notification) {
                figures.left += 1
                fail("left on the screen: \(words)")
            } else {
                figures.unnumbered += 1
                note("left on the screen, unnumbered: \(words)")
            }
        }
    }
}
