// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DistributorStore
import FoundationEssentials
import PushDistributor
import TestSupport
import Testing

/// The queue of one connector, without a bus.
@Suite struct ConnectorQueueTests {
    private func message(_ id: Int64, token: String = "t") -> Delivery {
        .message(WaitingMessage(id: id, token: token, version: 2, name: "\(id)", body: [1]))
    }

    private func endpoint(_ id: Int64 = 1, token: String = "t") -> Delivery {
        .endpoint(registration(id, token: token))
    }

    private func registration(_ id: Int64 = 1, token: String = "t") -> Registration {
        Registration(
            id: id, token: token, service: "org.example.A", version: 2, description: "", vapid: nil, server: "s",
            channel: "c\(id)", created: Date(timeIntervalSince1970: 0), isTold: false)
    }

    /// A queue with one message on its way.
    private func sending(_ deliveries: [Delivery]) -> ConnectorQueue {
        var queue = ConnectorQueue()
        _ = queue.handle(.stored)
        _ = queue.handle(.loaded(deliveries))
        return queue
    }

    @Test func `an item is read, handed on, deleted, and then the queue rests`() {
        var queue = ConnectorQueue()
        #expect(queue.handle(.stored) == [.load(after: 0)])
        #expect(queue.handle(.loaded([message(7)])) == [.send(message(7))])
        #expect(queue.handle(.replied(.accepted)) == [.delete(7, isRefused: false)])
        #expect(queue.phase == .idle)
    }

    @Test func `messages go one at a time, in order, and an endpoint goes first`() {
        var queue = sending([endpoint(), message(1), message(2)])
        #expect(queue.phase == .sending(endpoint()))
        #expect(queue.handle(.replied(.accepted)) == [.markTold(registration()), .send(message(1))])
        #expect(queue.handle(.replied(.accepted)) == [.delete(1, isRefused: false), .send(message(2))])
    }

    @Test func `a message that is stored while another is on its way is read afterwards`() {
        var queue = sending([message(4)])
        #expect(queue.handle(.stored).isEmpty)
        #expect(queue.handle(.replied(.accepted)) == [.delete(4, isRefused: false), .load(after: 4)])
    }

    @Test func `a full window is followed by another one`() {
        let window = (1...Int64(ConnectorQueue.window)).map { message($0) }
        var queue = sending(window)
        for _ in window.dropLast() { _ = queue.handle(.replied(.accepted)) }
        let last = Int64(ConnectorQueue.window)
        #expect(queue.handle(.replied(.accepted)) == [.delete(last, isRefused: false), .load(after: last)])
        #expect(queue.handle(.loaded([])).isEmpty)
        #expect(queue.phase == .idle)
    }

    @Test func `a connector without an answer gets the same message again, after growing pauses`() {
        var queue = sending([message(1)])
        for seconds in [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900] {
            let effects = queue.handle(.replied(.unanswered))
            #expect(effects.last == .pause(.seconds(seconds)))
            #expect(queue.handle(.pauseIsOver) == [.send(message(1))])
        }
        #expect(queue.handle(.replied(.accepted)) == [.delete(1, isRefused: false), .unwatch])
    }

    @Test func `a success makes the pauses short again`() {
        var queue = sending([message(1), message(2)])
        for _ in 0..<5 {
            _ = queue.handle(.replied(.unanswered))
            _ = queue.handle(.pauseIsOver)
        }
        _ = queue.handle(.replied(.accepted))
        #expect(queue.handle(.replied(.unanswered)) == [.pause(.seconds(1))])
    }

    @Test func `a connector that appears on the bus ends the pause, and one that was there doesn't`() {
        var queue = sending([message(1)])
        #expect(queue.handle(.replied(.unanswered)) == [.watch, .pause(.seconds(1))])
        #expect(queue.handle(.owned(isNew: false)).isEmpty)
        #expect(queue.handle(.owned(isNew: true)) == [.endPause, .send(message(1))])
        // It appears because the bus starts it for this very message.
        #expect(queue.handle(.owned(isNew: true)).isEmpty)
    }

    @Test(arguments: [
        ConnectorQueue.Event.owned(isNew: true), .owned(isNew: false), .activatableChanged, .stored,
    ])
    func `nobody waits for a connector that isn't there, until something changes`(event: ConnectorQueue.Event) {
        var queue = sending([message(1)])
        #expect(queue.handle(.replied(.absent)) == [.watch])
        #expect(queue.phase == .absent)
        #expect(queue.handle(event) == [.send(message(1))])
    }

    @Test func `a message that the connector refuses is deleted and counted`() {
        var queue = sending([message(1), message(2)])
        #expect(queue.handle(.replied(.refused)) == [.delete(1, isRefused: true), .send(message(2))])
    }

    @Test func `a message that is answered with errors makes room for the next one, and stays`() {
        var queue = sending([message(1), message(2)])
        for _ in 1..<ConnectorQueue.errorsOfItem {
            _ = queue.handle(.replied(.failed))
            #expect(queue.handle(.pauseIsOver) == [.send(message(1))])
        }
        #expect(queue.handle(.replied(.failed)) == [.postpone(1), .pause(.seconds(4))])
        #expect(queue.handle(.pauseIsOver) == [.send(message(2))])
        // The postponed message has got a higher number in the store.
        #expect(queue.handle(.replied(.accepted)) == [.delete(2, isRefused: false), .load(after: 2)])
    }

    @Test func `an only message that is answered with errors is tried for ever`() {
        var queue = sending([message(1)])
        for _ in 0..<20 {
            let effects = queue.handle(.replied(.failed))
            #expect(!effects.contains(.postpone(1)))
            #expect(queue.handle(.pauseIsOver) == [.send(message(1))])
        }
    }

    @Test func `an endpoint that is answered with errors doesn't hold up messages`() {
        var queue = sending([endpoint(), message(1)])
        for _ in 1..<ConnectorQueue.errorsOfItem {
            _ = queue.handle(.replied(.failed))
            _ = queue.handle(.pauseIsOver)
        }
        #expect(queue.handle(.replied(.failed)).contains(.markTold(registration())))
        #expect(queue.handle(.pauseIsOver) == [.send(message(1))])
    }

    @Test func `endpoints without a server are left in the store, and don't hold up messages`() {
        let endpoints = (1...Int64(ConnectorQueue.window)).map { endpoint($0, token: "t\($0)") }
        var queue = sending(endpoints + [message(1)])
        #expect(queue.handle(.replied(.skipped)) == [.send(message(1))])
        #expect(queue.handle(.replied(.accepted)) == [.delete(1, isRefused: false)])
        #expect(queue.phase == .idle)
    }

    @Test func `endpoints are told when their server is there again`() {
        var queue = sending([endpoint(), message(1)])
        #expect(queue.handle(.replied(.skipped)) == [.send(message(1))])
        _ = queue.handle(.stored)
        _ = queue.handle(.replied(.accepted))
        #expect(queue.handle(.loaded([endpoint()])) == [.send(endpoint())])
    }

    @Test func `the messages of a token that was unregistered are no longer handed on`() {
        var queue = sending([message(1), message(2, token: "gone"), message(3)])
        #expect(queue.handle(.forgotten(token: "gone")).isEmpty)
        #expect(queue.handle(.replied(.accepted)) == [.delete(1, isRefused: false), .send(message(3))])
        // The present one is forgotten while it is on its way.
        #expect(queue.handle(.forgotten(token: "t")).isEmpty)
        #expect(queue.handle(.replied(.accepted)) == [.delete(3, isRefused: false)])
        #expect(queue.phase == .idle)
    }

    @Test func `a queue rests if all that waited was forgotten`() {
        var pausing = sending([message(1)])
        _ = pausing.handle(.replied(.unanswered))
        #expect(pausing.handle(.forgotten(token: "t")) == [.endPause, .unwatch])
        #expect(pausing.phase == .idle)
        var absent = sending([message(1)])
        _ = absent.handle(.replied(.absent))
        #expect(absent.handle(.forgotten(token: "t")) == [.unwatch])
    }

    @Test func `a store that can't be read is read again after a pause`() {
        var queue = ConnectorQueue()
        _ = queue.handle(.stored)
        #expect(queue.handle(.loadFailed) == [.watch, .pause(.seconds(1))])
        #expect(queue.handle(.pauseIsOver) == [.load(after: 0)])
    }

    /// A model of the store and of a connector that behaves at random.
    private struct Simulation {
        var queue = ConnectorQueue()
        var stored: [Int64] = []
        var number: [Int64: Int] = [:]
        var nextID: Int64 = 1
        var accepted: [Int] = []
        var pending: [ConnectorQueue.Event] = []
        var onItsWay: Int64?
        var isPausing = false

        mutating func store(_ value: Int) {
            stored.append(nextID)
            number[nextID] = value
            nextID += 1
            handle(.stored)
        }

        mutating func handle(_ event: ConnectorQueue.Event) {
            for effect in queue.handle(event) { perform(effect) }
        }

        private mutating func perform(_ effect: ConnectorQueue.Effect) {
            switch effect {
            case .load(let id):
                let ids = stored.filter { $0 > id }.prefix(ConnectorQueue.window)
                pending.append(
                    .loaded(
                        ids.map {
                            .message(WaitingMessage(id: $0, token: "t", version: 2, name: "\($0)", body: [1]))
                        }))
            case .send(.message(let message)):
                #expect(onItsWay == nil && !isPausing)
                onItsWay = message.id
            case .delete(let id, _): stored.removeAll { $0 == id }
            case .postpone(let id):
                stored.removeAll { $0 == id }
                stored.append(nextID)
                number[nextID] = number[id]
                nextID += 1
            case .pause: isPausing = true
            case .endPause: isPausing = false
            case .send(.endpoint), .markTold, .watch, .unwatch: break
            }
        }

        mutating func reply(_ reply: ConnectorQueue.Reply) {
            guard let id = onItsWay else { return }
            onItsWay = nil
            if reply == .accepted, let value = number[id] { accepted.append(value) }
            handle(.replied(reply))
        }

        mutating func step(_ random: inout SeededGenerator, isKind: Bool) {
            if !pending.isEmpty, Bool.random(using: &random) { return handle(pending.removeFirst()) }
            if isPausing, Bool.random(using: &random) {
                isPausing = false
                return handle(.pauseIsOver)
            }
            let replies: [ConnectorQueue.Reply] = [.accepted, .failed, .unanswered, .absent]
            if onItsWay != nil { return reply(isKind ? .accepted : replies.randomElement(using: &random) ?? .accepted) }
            let events: [ConnectorQueue.Event] = [.owned(isNew: false), .activatableChanged, .owned(isNew: true)]
            if let event = events.randomElement(using: &random) { handle(event) }
        }
    }

    @Test(arguments: 0..<200)
    func `in any order of events each message is accepted once, and one at a time`(seed: UInt64) {
        var random = SeededGenerator(seed: SeededGenerator.seed &+ seed)
        var simulation = Simulation()
        let count = Int.random(in: 1...60, using: &random)
        for value in 0..<count {
            simulation.store(value)
            for _ in 0..<Int.random(in: 0...6, using: &random) { simulation.step(&random, isKind: false) }
        }
        var steps = 0
        while simulation.queue.phase != .idle, steps < 100_000 {
            simulation.step(&random, isKind: true)
            steps += 1
        }
        #expect(simulation.accepted.sorted() == Array(0..<count))
        #expect(simulation.stored.isEmpty)
    }
}
