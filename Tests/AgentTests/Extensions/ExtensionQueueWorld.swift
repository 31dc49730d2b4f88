// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentExtensions
import FoundationEssentials
import TestSupport
import Testing

/// A world around an ``ExtensionQueue``: carries out its effects, and checks its promises after each event.
struct ExtensionQueueWorld {
    typealias Item = ExtensionQueue.Item

    var queue = ExtensionQueue()
    private(set) var now: TimeInterval = 1000
    /// Processes that have not ended, those that were killed included.
    private(set) var processes: [Int64: Item] = [:]
    private(set) var killed: Set<Int64> = []
    /// Occurrences that have neither been presented nor ended, in the order of their arrival.
    private(set) var undecided: [Item] = []
    private(set) var presented: [Int64: Int] = [:]
    private(set) var ended: Set<Int64> = []
    private(set) var started: [Int64] = []
    private(set) var bypassed: [Int64: ExtensionQueue.Bypass] = [:]
    private(set) var pauses = 0
    /// Failures in a row of each application, and the end of its pause, computed by the test.
    private var failures: [String: Int] = [:]
    private var pausedUntil: [String: TimeInterval] = [:]
    private var isStopping = false
    private var lastID: Int64 = 0

    // MARK: - Events

    /// Fires a request; the store ends the older occurrence with its identifier.
    @discardableResult
    mutating func fire(_ app: String, _ identifier: String) -> Item {
        lastID += 1
        let item = Item(id: lastID, app: app, identifier: identifier)
        deliver(item)
        return item
    }

    /// Fires a request twice, and reports the older occurrence after the newer one.
    mutating func fireCrosswise(_ app: String, _ identifier: String) {
        lastID += 2
        deliver(Item(id: lastID, app: app, identifier: identifier))
        // The queue remembers no occurrence that has left it: the store then refuses to present the older one.
        guard queue.contains(lastID) else { return }
        let older = Item(id: lastID - 1, app: app, identifier: identifier)
        ended.insert(older.id)
        handle(.arrived(older))
    }

    private mutating func deliver(_ item: Item) {
        for older in undecided where older.app == item.app && older.identifier == item.identifier {
            ended.insert(older.id)
        }
        undecided.removeAll { ended.contains($0.id) }
        if !isStopping { undecided.append(item) }
        handle(.arrived(item))
    }

    mutating func remove(_ id: Int64) {
        ended.insert(id)
        undecided.removeAll { $0.id == id }
        handle(.withdrawn(id))
    }

    mutating func end(_ id: Int64, failed: Bool) {
        guard let item = processes.removeValue(forKey: id) else { return }
        if killed.remove(id) == nil { note(failed, of: item.app) }
        handle(.ended(id, failed: failed))
    }

    mutating func pass(_ seconds: TimeInterval) { now += seconds }

    mutating func stop() {
        isStopping = true
        for item in undecided { ended.insert(item.id) }
        undecided = []
        handle(.stopping)
    }

    private mutating func note(_ failed: Bool, of app: String) {
        if !failed {
            (failures[app], pausedUntil[app]) = (nil, nil)
        } else if pausedUntil[app] ?? 0 <= now {
            failures[app, default: 0] += 1
            guard failures[app] == 5 else { return }
            (failures[app], pausedUntil[app]) = (nil, now + 600)
        }
    }

    // MARK: - Effects

    private mutating func handle(_ event: ExtensionQueue.Event) {
        for effect in queue.handle(event, at: now) { carryOut(effect) }
        check()
    }

    private mutating func carryOut(_ effect: ExtensionQueue.Effect) {
        switch effect {
        case .start(let item):
            #expect(processes.updateValue(item, forKey: item.id) == nil)
            #expect(!started.contains(item.id) && !ended.contains(item.id))
            started.append(item.id)
        case .cancel(let id):
            #expect(processes[id] != nil && ended.contains(id))
            #expect(killed.insert(id).inserted, "A process is killed once.")
        case .conclude(let item): present(item)
        case .release(let item, let reason):
            bypassed[item.id] = reason
            #expect(processes[item.id] == nil)
            if reason == .paused { #expect(pausedUntil[item.app] ?? 0 > now) }
            present(item)
        case .pause(let app):
            pauses += 1
            #expect(pausedUntil[app] == now + 600)
        }
    }

    private mutating func present(_ item: Item) {
        #expect(!ended.contains(item.id), "An occurrence that has ended is not presented.")
        presented[item.id, default: 0] += 1
        undecided.removeAll { $0.id == item.id }
    }

    // MARK: - Promises

    private func check() {
        #expect(processes.count <= 4)
        #expect(queue.runs() == processes.count)
        #expect(presented.values.allSatisfy { $0 == 1 })
        let waiting = undecided.filter { processes[$0.id] == nil }
        for (app, runs) in Dictionary(grouping: processes.values, by: \.app) { #expect(runs.count <= 2, "\(app)") }
        for (app, items) in Dictionary(grouping: waiting, by: \.app) {
            #expect(items.count <= 32)
            #expect(items.count == queue.waiting(of: app))
            // No place stays empty while somebody could take it.
            let runs = processes.values.count { $0.app == app }
            #expect(processes.count == 4 || runs == 2, "\(app) waits although there is room")
            // The oldest goes first.
            let newest = started.filter { id in processes[id]?.app == app }.max() ?? 0
            #expect(items.allSatisfy { $0.id > newest })
        }
        #expect(undecided.allSatisfy { queue.contains($0.id) })
        #expect(queue.isEmpty == (undecided.isEmpty && processes.isEmpty))
    }

    // MARK: - Random orders

    mutating func step(_ random: inout SeededGenerator) {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<8:
            let app = ["a", "a", "b", "c"].randomElement(using: &random) ?? "a"
            fire(app, "\(Int.random(in: 0..<60, using: &random))")
        case 8: fireCrosswise("b", "\(Int.random(in: 0..<3, using: &random))")
        case 9:
            for number in 0..<40 { fire("c", "burst\(number)") }
        case 10, 11: if let item = undecided.randomElement(using: &random) { remove(item.id) }
        case 12: pass(Double.random(in: 0...400, using: &random))
        default: endOne(&random)
        }
    }

    /// Ends a random process; that of the application "a" fails more often than it succeeds.
    mutating func endOne(_ random: inout SeededGenerator) {
        guard let id = processes.keys.sorted().randomElement(using: &random), let app = processes[id]?.app else {
            return
        }
        end(id, failed: Int.random(in: 0..<10, using: &random) < (app == "a" ? 9 : 3))
    }
}
