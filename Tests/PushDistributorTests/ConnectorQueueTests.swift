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
        for seconds in [1, 2] {
            #expect(queue.handle(.replied(.unanswered)).last == .pause(.seconds(seconds)))
            #expect(queue.handle(.pauseIsOver) == [.send(message(1))])
        }
        for seconds in [4, 8, 16, 32, 64, 128, 256, 512, 900, 900] {
            #expect(queue.handle(.replied(.unanswered)) == [.rest(.seconds(seconds))])
            #expect(queue.phase == .resting)
            #expect(queue.handle(.restIsOver) == [.load(after: 0)])
            #expect(queue.handle(.loaded([message(1)])) == [.send(message(1))])
        }
        #expect(queue.handle(.replied(.accepted)) == [.delete(1, isRefused: false), .load(after: 0)])
        #expect(queue.handle(.loaded([])) == [.unwatch])
    }

    @Test func `a connector that can't be started is tried with the same message, after growing pauses`() {
        var queue = sending([message(1), message(2)])
        for seconds in [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900] {
            #expect(queue.handle(.replied(.unreached)).last == .pause(.seconds(seconds)))
            #expect(queue.handle(.pauseIsOver) == [.send(message(1))])
        }
    }

    @Test func `a success makes the pauses short again`() {
        var queue = sending([message(1), message(2)])
        for _ in 0..<5 {
            _ = queue.handle(.replied(.unreached))
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

    /// A queue whose first message the connector has failed three times, while a second one waits.
    private func faulty(_ reply: ConnectorQueue.Reply) -> ConnectorQueue {
        var queue = sending([message(1), message(2)])
        for _ in 1..<ConnectorQueue.failuresOfItem {
            _ = queue.handle(.replied(reply))
            #expect(queue.handle(.pauseIsOver) == [.send(message(1))])
        }
        #expect(queue.handle(.replied(reply)) == [.pause(.seconds(1))])
        #expect(queue.handle(.pauseIsOver) == [.send(message(2))])
        return queue
    }

    @Test(arguments: [ConnectorQueue.Reply.failed, .unanswered, .crashed])
    func `a message over which its connector fails makes room for the next one, and is not lost`(
        reply: ConnectorQueue.Reply
    ) {
        var queue = faulty(reply)
        #expect(queue.handle(.replied(.accepted)) == [.delete(2, isRefused: false), .rest(.seconds(4))])
        #expect(queue.handle(.restIsOver) == [.load(after: 0)])
        #expect(queue.handle(.loaded([message(1)])) == [.send(message(1))])
        #expect(queue.handle(.replied(.accepted)) == [.delete(1, isRefused: false), .load(after: 0)])
        #expect(queue.handle(.loaded([])) == [.unwatch])
        #expect(queue.phase == .idle)
    }

    @Test func `a new message goes at once while only one is left that its connector can't take`() {
        var queue = faulty(.unanswered)
        _ = queue.handle(.replied(.accepted))
        for id in 3...5 as ClosedRange<Int64> {
            #expect(queue.handle(.stored) == [.load(after: 0)])
            #expect(queue.handle(.loaded([message(1), message(id)])) == [.send(message(id))])
            // The time of the rest runs on.
            #expect(queue.handle(.replied(.accepted)) == [.delete(id, isRefused: false)])
            #expect(queue.phase == .resting)
        }
    }

    @Test func `a connector that registers isn't left to a pause, and hears of its endpoint first`() {
        var pausing = sending([message(1)])
        for _ in 0..<9 {
            _ = pausing.handle(.replied(.unreached))
            _ = pausing.handle(.pauseIsOver)
        }
        #expect(pausing.handle(.replied(.unreached)) == [.pause(.seconds(512))])
        #expect(pausing.handle(.registered) == [.endPause, .load(after: 0)])
        #expect(pausing.handle(.loaded([endpoint(), message(1)])) == [.send(endpoint())])

        var resting = faulty(.unanswered)
        _ = resting.handle(.replied(.accepted))
        #expect(resting.handle(.registered) == [.load(after: 0)])
        #expect(resting.handle(.loaded([endpoint(), message(1)])) == [.send(endpoint())])
        #expect(resting.handle(.replied(.accepted)) == [.markTold(registration())])
        #expect(resting.phase == .resting)

        var absent = sending([message(1)])
        _ = absent.handle(.replied(.absent))
        #expect(absent.handle(.registered) == [.load(after: 0)])
    }

    @Test func `one crash sets nothing aside`() {
        var queue = sending([message(1), message(2)])
        #expect(queue.handle(.replied(.crashed)) == [.watch, .pause(.seconds(1))])
        #expect(queue.handle(.owned(isNew: true)) == [.endPause, .send(message(1))])
        #expect(queue.handle(.replied(.accepted)) == [.delete(1, isRefused: false), .send(message(2))])
    }

    @Test func `a connector that starts again isn't given at once what it crashed over, but at what it hung`() {
        for (reply, isAsked) in [(ConnectorQueue.Reply.crashed, false), (.unanswered, true)] {
            var queue = sending([message(1)])
            for _ in 1..<ConnectorQueue.failuresOfItem {
                _ = queue.handle(.replied(reply))
                _ = queue.handle(.pauseIsOver)
            }
            #expect(queue.handle(.replied(reply)) == [.rest(.seconds(4))])
            #expect(queue.handle(.owned(isNew: true)) == (isAsked ? [.load(after: 0)] : []))
            guard !isAsked else { continue }
            // The next start is one by hand.
            #expect(queue.handle(.owned(isNew: true)) == [.load(after: 0)])
        }
    }

    @Test func `an endpoint at which the connector hangs doesn't hold up messages, and is not told`() {
        var queue = sending([endpoint(), message(1)])
        for _ in 1..<ConnectorQueue.failuresOfItem {
            _ = queue.handle(.replied(.unanswered))
            _ = queue.handle(.pauseIsOver)
        }
        #expect(queue.handle(.replied(.unanswered)) == [.pause(.seconds(1))])
        #expect(queue.handle(.pauseIsOver) == [.send(message(1))])
        #expect(queue.handle(.replied(.accepted)) == [.delete(1, isRefused: false), .rest(.seconds(4))])
        _ = queue.handle(.restIsOver)
        #expect(queue.handle(.loaded([endpoint()])) == [.send(endpoint())])
    }

    @Test func `messages behind a full window of those that are set aside are reached`() {
        let window = (1...Int64(ConnectorQueue.window)).map { message($0) }
        var queue = sending(window)
        while queue.phase != .loading {
            _ = queue.handle(.replied(.unanswered))
            _ = queue.handle(.pauseIsOver)
        }
        #expect(queue.handle(.loaded([])).contains { if case .rest = $0 { true } else { false } })
        #expect(queue.handle(.stored) == [.load(after: 0)])
        #expect(queue.handle(.loaded(window)) == [.load(after: Int64(ConnectorQueue.window))])
        #expect(queue.handle(.loaded([message(100)])) == [.send(message(100))])
    }

    @Test func `an endpoint that is answered with errors doesn't hold up messages`() {
        var queue = sending([endpoint(), message(1)])
        for _ in 1..<ConnectorQueue.failuresOfItem {
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
        #expect(queue.handle(.replied(.accepted)) == [.delete(1, isRefused: false), .load(after: 1)])
        #expect(queue.handle(.loaded(endpoints)).isEmpty)
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
        var resting = faulty(.unanswered)
        _ = resting.handle(.replied(.accepted))
        #expect(resting.phase == .resting)
        #expect(resting.handle(.forgotten(token: "t")) == [.unwatch])
        #expect(resting.phase == .idle)
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
        var accepted: [Int64] = []
        /// Whether an endpoint waits, and whether the configuration has its server.
        var hasEndpoint = false
        var hasServer = true
        var loaded: [Delivery]?
        var onItsWay: Delivery?
        var (isPausing, isResting) = (false, false)

        mutating func store(_ id: Int64) {
            stored.append(id)
            handle(.stored)
        }

        mutating func handle(_ event: ConnectorQueue.Event) {
            for effect in queue.handle(event) { perform(effect) }
        }

        private static let registration = Registration(
            id: 1, token: "t", service: "org.example.A", version: 2, description: "", vapid: nil, server: "s",
            channel: "c", created: Date(timeIntervalSince1970: 0), isTold: false)

        private mutating func perform(_ effect: ConnectorQueue.Effect) {
            switch effect {
            case .load(let id):
                #expect(loaded == nil && onItsWay == nil)
                let ids = stored.filter { $0 > id }.prefix(ConnectorQueue.window)
                let messages = ids.map { WaitingMessage(id: $0, token: "t", version: 2, name: "\($0)", body: [1]) }
                loaded = (hasEndpoint ? [.endpoint(Self.registration)] : []) + messages.map(Delivery.message)
            case .send(let delivery):
                #expect(onItsWay == nil && !isPausing)
                onItsWay = delivery
            case .delete(let id, _): stored.removeAll { $0 == id }
            case .markTold: hasEndpoint = false
            case .pause: isPausing = true
            case .endPause: isPausing = false
            case .rest:
                #expect(!isResting)
                isResting = true
            case .watch, .unwatch: break
            }
        }

        mutating func reply(_ reply: ConnectorQueue.Reply) {
            guard let delivery = onItsWay else { return }
            onItsWay = nil
            if case .message(let message) = delivery {
                if reply == .accepted { accepted.append(message.id) }
            } else if !hasServer {
                return handle(.replied(.skipped))
            }
            handle(.replied(reply))
        }

        mutating func step(_ random: inout SeededGenerator, isKind: Bool) {
            if let loaded, Bool.random(using: &random) {
                self.loaded = nil
                return handle(.loaded(loaded))
            }
            if isPausing, Bool.random(using: &random) {
                isPausing = false
                return handle(.pauseIsOver)
            }
            if isResting, Bool.random(using: &random) {
                isResting = false
                return handle(.restIsOver)
            }
            let replies: [ConnectorQueue.Reply] = [
                .accepted, .failed, .unanswered, .unanswered, .crashed, .crashed, .unreached, .absent,
            ]
            if onItsWay != nil { return reply(isKind ? .accepted : replies.randomElement(using: &random) ?? .accepted) }
            let events: [ConnectorQueue.Event] = [.owned(isNew: false), .activatableChanged, .owned(isNew: true)]
            if let event = events.randomElement(using: &random) { handle(event) }
            guard !isKind, Int.random(in: 0..<10, using: &random) == 0 else { return }
            if Bool.random(using: &random) {
                hasEndpoint = true
                return handle(.registered)
            }
            hasServer.toggle()
            handle(.stored)
        }
    }

    @Test(arguments: 0..<200)
    func `in any order of events each message is accepted once, and one at a time`(seed: UInt64) {
        var random = SeededGenerator(seed: SeededGenerator.seed &+ seed)
        var simulation = Simulation()
        let count = Int64.random(in: 1...60, using: &random)
        for id in 1...count {
            simulation.store(id)
            for _ in 0..<Int.random(in: 0...6, using: &random) { simulation.step(&random, isKind: false) }
        }
        simulation.hasServer = true
        simulation.handle(.stored)
        var steps = 0
        while simulation.queue.phase != .idle, steps < 100_000 {
            simulation.step(&random, isKind: true)
            steps += 1
        }
        #expect(simulation.accepted.sorted() == Array(1...count))
        #expect(simulation.stored.isEmpty && !simulation.hasEndpoint)
    }
}
