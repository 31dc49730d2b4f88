// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import PushDistributor
import TestSupport
import Testing

/// The states of a stream, without a server.
@Suite struct StreamMachineTests {
    private typealias Effect = StreamMachine.Effect
    private let start = ContinuousClock.now

    /// A machine, and the time that passes for it.
    private struct Play {
        var machine = StreamMachine()
        var now: ContinuousClock.Instant

        mutating func callAsFunction(_ event: StreamMachine.Event, after delay: Duration = .zero) -> [Effect] {
            now += delay
            return machine.handle(event, at: now, random: 1)
        }
    }

    private func streaming() -> Play {
        var play = Play(now: start)
        for event in [StreamMachine.Event.changed(isEmpty: false), .alarm, .accepted] { _ = play(event) }
        return play
    }

    @Test func `many changes at once need one connection`() {
        var play = Play(now: start)
        #expect(play(.changed(isEmpty: false)) == [.alarm(StreamMachine.gathering)])
        for _ in 0..<50 { #expect(play(.changed(isEmpty: false)) == []) }
        #expect(play(.alarm) == [.disconnect, .connect(isCautious: false), .alarm(StreamMachine.patience)])
        #expect(play(.accepted) == [.alarm(nil)])
        #expect(play.machine.phase == .streaming)
    }

    @Test func `the former connection is up while changes are gathered`() {
        var play = streaming()
        #expect(play(.changed(isEmpty: false)) == [.alarm(StreamMachine.gathering)])
        #expect(play(.heard(next: .seconds(1))) == [])
        #expect(play(.ended(reason: "x", pause: nil)) == [])
        #expect(play(.alarm) == [.disconnect, .connect(isCautious: true), .alarm(StreamMachine.patience)])
    }

    @Test func `the pauses grow to five minutes, and begin anew after a long life`() {
        var play = streaming()
        var pauses: [Effect] = []
        for _ in 0..<10 {
            pauses += play(.ended(reason: "x", pause: nil))
            _ = play(.alarm)
            _ = play(.accepted)
        }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300].map { .alarm(.seconds($0)) })
        #expect(play(.ended(reason: "x", pause: nil), after: StreamMachine.longLife) == [.alarm(.seconds(1))])
    }

    @Test func `a pause is partly random, and at least half as long`() {
        var delay = RetryDelay()
        #expect(delay.next(random: 0) == .milliseconds(500))
        #expect(delay.next(random: 0.5) == .milliseconds(1500))
    }

    @Test func `a pause that the server asks for is kept, also when the network is there`() {
        var play = streaming()
        #expect(play(.ended(reason: "429", pause: .seconds(60))) == [.alarm(.seconds(60))])
        #expect(play.machine.phase == .waiting("429"))
        #expect(play(.retry, after: .seconds(59)) == [])
        #expect(
            play(.retry, after: .seconds(1)) == [.connect(isCautious: true), .alarm(StreamMachine.patience)])
    }

    @Test func `the network's return ends a pause, and renews a connection that is not young`() {
        var play = streaming()
        #expect(play(.retry) == [])
        #expect(
            play(.retry, after: StreamMachine.youth)
                == [.disconnect, .connect(isCautious: false), .alarm(StreamMachine.patience)])
        _ = play(.ended(reason: "x", pause: nil))
        #expect(play(.retry) == [.connect(isCautious: true), .alarm(StreamMachine.patience)])
    }

    @Test func `a healthy stream without signs of life has no alarm`() {
        var play = streaming()
        #expect(play(.heard(next: nil)) == [.alarm(nil)])
        #expect(play(.heard(next: .seconds(135))) == [.alarm(.seconds(135))])
        #expect(play(.alarm) == [.disconnect, .alarm(.seconds(1))])
        #expect(play.machine.phase == .waiting("the server is silent"))
    }

    @Test func `a server that gives no answer is given up`() {
        var play = Play(now: start)
        for event in [StreamMachine.Event.changed(isEmpty: false), .alarm] { _ = play(event) }
        #expect(play(.alarm) == [.disconnect, .alarm(.seconds(1))])
    }

    @Test func `without channels there is no connection`() {
        var play = streaming()
        #expect(play(.changed(isEmpty: true)) == [.disconnect, .alarm(nil)])
        #expect(play.machine.phase == .idle)
        #expect(play(.retry) == [] && play(.storeFailed) == [])
    }

    @Test func `nothing happens behind the end, whatever comes`() {
        var play = streaming()
        #expect(play(.stop) == [.disconnect, .alarm(nil)])
        for event in Self.events { #expect(play(event) == []) }
    }

    private static let events: [StreamMachine.Event] = [
        .changed(isEmpty: false), .changed(isEmpty: true), .alarm, .accepted, .misplaced, .heard(next: nil),
        .heard(next: .seconds(1)), .ended(reason: "x", pause: nil), .ended(reason: "x", pause: .seconds(9)),
        .storeFailed, .retry,
    ]

    @Test func `in any order of events a stream with channels waits for an alarm or is connected`() throws {
        var random = SeededGenerator()
        for _ in 0..<500 {
            var play = Play(now: start)
            var (hasAlarm, connections) = (false, 0)
            for _ in 0..<40 {
                let event = try #require(Self.events.randomElement(using: &random))
                if event == .alarm {
                    guard hasAlarm else { continue }
                    hasAlarm = false
                }
                for effect in play(event, after: .seconds(Int.random(in: 0...40, using: &random))) {
                    switch effect {
                    case .alarm(let delay): hasAlarm = delay != nil
                    case .connect: connections += 1
                    case .disconnect: connections = 0
                    }
                    #expect(connections <= 2)
                }
                if case .ended = event { connections = 0 }
                switch play.machine.phase {
                case .gathering, .connecting, .waiting: #expect(hasAlarm, "\(play.machine.phase) after \(event)")
                case .idle: #expect(!hasAlarm && connections == 0)
                case .streaming, .stopped: break
                }
            }
        }
    }
}
