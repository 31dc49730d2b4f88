// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import Synchronization
import TestSupport
import Testing

@Suite struct LaneTests {
    @Test func `10,000 calls in flight from one sender are answered in order`() async throws {
        try await withTestObject { bus in
            let sums = Mailbox<Int32>()

            for number in 0..<Int32(10_000) {
                await bus.client.start(bus.message("Add", [.int32(number), .int32(0)]), timeout: .seconds(60)) {
                    if case .success(let reply) = $0, case .int32(let sum)? = reply.arguments.first { sums.put(sum) }
                }
            }

            for number in 0..<Int32(10_000) { try #expect(await sums.next(seconds: 60) == number) }
        }
    }

    @Test func `queued calls are handled in order, too, one at a time`() async throws {
        try await withRecorder { recorder, server, client in
            let replies = Mailbox<Int>()
            for number in 0..<200 {
                // Other tests may hold the processors for longer than the usual timeout of a call.
                await client.start(recorder.call(number, to: server), timeout: nil) { _ in replies.put(number) }
            }

            for number in 0..<200 { try #expect(await replies.next(seconds: 60) == number) }
            #expect(recorder.begun == Array(0..<200))
            #expect(recorder.mostAtOnce == 1)
        }
    }

    @Test func `senders do not wait for each other`() async throws {
        try await withTestObject { bus in
            let other = try Connection(to: .at(bus.address), on: bus.client.loop)
            let slow = Task { try await bus.call("WaitInside", timeout: nil) }
            for await _ in bus.object.waiting { break }

            let reply = try await other.call(bus.message("Add", [.int32(2), .int32(3)]))

            #expect(reply.arguments == [.int32(5)])
            await bus.object.release()
            _ = try await slow.value
            await other.close()
        }
    }

    @Test func `a call waits for the one before it from the same sender`() async throws {
        try await withTestObject { bus in
            let events = Mailbox<String>()
            await bus.client.start(bus.message("WaitInside"), timeout: nil) { _ in events.put("first") }
            await bus.client.start(bus.message("Add", [.int32(2), .int32(3)])) { _ in events.put("second") }
            for await _ in bus.object.waiting { break }

            // A call of another sender is answered meanwhile.
            let other = try Connection(to: .at(bus.address), on: bus.client.loop)
            _ = try await other.call(bus.message("Add", [.int32(2), .int32(3)]))
            #expect(events.takeAll().isEmpty)
            await bus.object.release()

            try #expect(await events.next() == "first")
            try #expect(await events.next() == "second")
            await other.close()
        }
    }

    @Test func `a call that leaves its lane is answered later`() async throws {
        try await withTestObject { bus in
            let events = Mailbox<String>()
            for number in 0..<3 {
                await bus.client.start(bus.message("Wait"), timeout: nil) { _ in events.put("waited \(number)") }
            }
            await bus.client.start(bus.message("Add", [.int32(2), .int32(3)])) { _ in events.put("added") }

            try #expect(await events.next() == "added")
            await bus.object.release()

            // After their release the calls run at the same time, on any thread.
            var answered: Set<String> = []
            for _ in 0..<3 { answered.insert(try await events.next()) }
            #expect(answered == ["waited 0", "waited 1", "waited 2"])
        }
    }

    @Test func `a call and a signal of one sender are handled in the order of the bus`() async throws {
        try await withRecorder { recorder, server, client in
            try await server.subscribe(to: MatchRule(interface: "org.belfry.Test.Recorder", member: "Note")) { signal in
                recorder.note(signal.arguments.first?.int ?? -1)
            }

            let done = Mailbox<Void>()
            for number in stride(from: 0, to: 100, by: 2) {
                await client.start(recorder.quickCall(number, to: server)) { _ in if number == 98 { done.put(()) } }
                try await client.send(
                    .signal(
                        path: "/", interface: "org.belfry.Test.Recorder", member: "Note",
                        arguments: [.int32(Int32(number + 1))]))
            }
            try await done.next()
            // The last signal was sent after the last call.
            _ = try await client.call(recorder.quickCall(100, to: server))

            #expect(recorder.begun == Array(0...100))
        }
    }

    @Test func `the handler of an object that is not an actor runs on the loop`() async throws {
        try await withRecorder { recorder, server, client in
            _ = try await client.call(recorder.call(0, to: server))

            #expect(recorder.isAlwaysOnLoop)
        }
    }

    @Test func `a sender that fills its lane is refused in order, and other senders are served`() async throws {
        try await withTestObject { bus in
            let other = try Connection(to: .at(bus.address), on: bus.client.loop)
            let results = Mailbox<String>()
            await bus.client.start(bus.message("WaitInside"), timeout: nil) { _ in results.put("waited") }
            for await _ in bus.object.waiting { break }

            let large = Value.string(String(repeating: "x", count: 8 << 20))
            for number in 0..<12 {
                await bus.client.start(bus.message("EchoText", [large]), timeout: .seconds(60)) { result in
                    switch result {
                    case .success: results.put("\(number) answered")
                    case .failure(let error): results.put("\(number) \(error.name)")
                    }
                }
            }
            await bus.client.flush()
            // The lane is full as soon as it also has a small call of the same sender.
            await bus.client.start(bus.message("Add", [.int32(2), .int32(3)])) { _ in results.put("added") }
            _ = try await other.call(bus.message("Add", [.int32(2), .int32(3)]))
            await bus.object.release()

            try #expect(await results.next(seconds: 30) == "waited")
            var answered = 0
            for number in 0..<12 {
                let result = try await results.next(seconds: 30)
                if result == "\(number) answered" {
                    answered += 1
                } else {
                    #expect(result == "\(number) org.freedesktop.DBus.Error.LimitsExceeded")
                }
            }
            try #expect(await results.next(seconds: 30) == "added")
            #expect(answered >= 7)
            await other.close()
        }
    }
}

/// An exported object that is not an actor, and whose methods all wait.
private final class Recorder: ExportedObject {
    private struct State {
        var begun: [Int] = []
        var now = 0
        var mostAtOnce = 0
        var isAlwaysOnLoop = true
    }

    let interfaces: [Interface]
    private let loop: EventLoop
    private let state = Mutex(State())

    init(on loop: EventLoop) throws {
        self.loop = loop
        interfaces = [
            try Interface(
                xml: """
                    <node><interface name="org.belfry.Test.Recorder">
                      <method name="Record"><arg type="i"/></method>
                      <method name="Quick"><arg type="i"/></method>
                    </interface></node>
                    """)
        ]
    }

    var begun: [Int] { state.withLock { $0.begun } }
    var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }
    var isAlwaysOnLoop: Bool { state.withLock { $0.isAlwaysOnLoop } }

    func note(_ number: Int) { state.withLock { $0.begun.append(number) } }

    func call(_ number: Int, to server: Connection, member: String = "Record") -> Message {
        .methodCall(
            destination: server.uniqueName, path: "/recorder", interface: "org.belfry.Test.Recorder", member: member,
            arguments: [.int32(Int32(number))])
    }

    func quickCall(_ number: Int, to server: Connection) -> Message { call(number, to: server, member: "Quick") }

    func answer(_ call: MethodCall) async throws -> [Value] {
        note(call.arguments[0].int ?? -1)
        guard call.member == "Record" else { return [] }
        state.withLock { state in
            state.now += 1
            state.mostAtOnce = max(state.mostAtOnce, state.now)
            if !loop.isCurrent { state.isAlwaysOnLoop = false }
        }
        for _ in 0..<3 { await Task.yield() }
        state.withLock { state in
            state.now -= 1
            if !loop.isCurrent { state.isAlwaysOnLoop = false }
        }
        return []
    }
}

private func withRecorder(_ body: (Recorder, Connection, Connection) async throws -> Void) async throws {
    try await withTestObject { bus in
        let recorder = try Recorder(on: bus.server.loop)
        try await bus.server.export(recorder, at: "/recorder")
        try await body(recorder, bus.server, bus.client)
    }
}
