// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Glibc
import NotificationServer
import TestSupport
import Testing

/// Meaningless signals in great numbers, from the server and from others: nothing changes, and memory does not grow.
@Suite(.serialized) struct HostileSignalsTests {
    /// The parts of one signal.
    private struct Maker {
        var random = SeededGenerator()
        /// The notification on the screen: its number and a key that would be an answer.
        let live: [(number: UInt32, key: String)]
        let agent: String

        private static let members = [
            "ActionInvoked", "NotificationClosed", "NotificationReplied", "ActivationToken", "Notify", "Bogus",
            "actionInvoked",
        ]
        private static let long = String(repeating: "long ", count: 2000)

        private mutating func pick<Element>(_ elements: [Element]) -> Element {
            elements[Int.random(in: 0..<elements.count, using: &random)]
        }

        /// A number that no notification on the screen has.
        private mutating func strangeNumber() -> UInt32 {
            let live = live.map(\.number)
            while true {
                let small = UInt32.random(in: 0...200, using: &random)
                let number = pick([0, 1, small, UInt32.random(in: 0 ... .max, using: &random), .max])
                if !live.contains(number) { return number }
            }
        }

        private mutating func anyText() -> String {
            pick([
                "", "default", "inline-reply", "b:1:0", "b:999999999999999999999:0", "s:1:0", "settings", "☎️\u{202e}",
                Self.long,
            ])
        }

        private mutating func anyValue() -> Value {
            switch Int.random(in: 0..<12, using: &random) {
            case 0: .boolean(true)
            case 1: .int32(.random(in: .min ... .max, using: &random))
            case 2: .uint32(strangeNumber())
            case 3: .int64(-1)
            case 4: .double(.nan)
            case 5: .byte(2)
            case 6: .strings([anyText(), anyText()])
            case 7: .properties(["x": .string(anyText())])
            case 8: .structure([.uint32(1), .string("default")])
            case 9: .variant(.uint32(1))
            default: .string(anyText())
            }
        }

        mutating func next() -> ScriptedServer.AnySignal {
            let member = pick(Self.members)
            if Bool.random(using: &random) {
                // Another connection sends it, and knows the number and the key.
                let (number, key) = pick(live)
                let arguments: [Value] =
                    switch Int.random(in: 0..<5, using: &random) {
                    case 0: [.uint32(number), .string(key)]
                    case 1: [.uint32(number), .uint32(2)]
                    case 2: [.uint32(number), .string(key), .string("typed")]
                    case 3: [.uint32(number), .string("default")]
                    default: (0..<3).map { _ in anyValue() }
                    }
                return .init(member, arguments, isForged: true, to: Bool.random(using: &random) ? agent : nil)
            }
            // The server sends it, about no notification of the agent, or unreadable.
            let rest = (0..<Int.random(in: 0...3, using: &random)).map { _ in anyValue() }
            let arguments: [Value] =
                switch Int.random(in: 0..<7, using: &random) {
                case 0: rest
                case 1: [.uint32(strangeNumber())] + rest
                case 2: [.uint32(strangeNumber()), .string(anyText()), .string(anyText())]
                case 3: [.uint32(strangeNumber()), .uint32(pick([0, 1, 2, 3, 4, .max]))]
                case 4: [.int32(Int32(pick(live).number)), .string("default")]
                case 5: [.string("\(pick(live).number)"), .uint32(2)]
                default: [.uint32(pick(live).number), .string("never offered")]
                }
            // A token for the notification on the screen would correctly be kept for its next answer.
            let isToken = member == "ActivationToken"
            return .init(isToken ? "Bogus" : member, arguments, isForged: false)
        }
    }

    private func log(_ agent: TestAgent) async throws -> [String] {
        try await agent.proxy().log([:]).map { "\($0["cursor"]?.int ?? 0) \($0["kind"]?.string ?? "")" }
    }

    /// The process's private memory in bytes, without its program's pages, which it shares with other agents.
    private func memory(of process: Int) -> Int {
        guard let file = fopen("/proc/\(process)/smaps_rollup", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 512)
        while fgets(&line, 512, file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            if text.hasPrefix("Anonymous:") { return (Int(text.filter(\.isNumber)) ?? 0) * 1024 }
        }
        return 0
    }

    @Test func `100,000 hostile signals change nothing and leak nothing`() async throws {
        // Only root may read the size of its memory.
        try await withAgentAndServer(environment: ["BELFRY_DEBUGGABLE": "1"]) { agent, server in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            var live: [(UInt32, String)] = []
            var last: ReceivedNotification?
            for identifier in ["a", "b", "c"] {
                _ = try await agent.proxy().add(
                    request(identifier, ["actions": buttons("yes"), "customDismissAction": .boolean(true)]))
                let shown = try await server.nextNotification()
                try await events.next("shown", of: identifier)
                live.append((shown.id, shown.key(of: "yes")))
                last = shown
            }
            // One notification has no number yet: signals of unknown numbers are kept for it.
            await server.change { $0.answer = .held }
            _ = try await agent.proxy().add(request("held"))
            let held = try await server.nextNotification()
            let shown = try #require(last)
            let before = (try await agent.deliveredStates(), try await log(agent))
            let process = try #require(try await agent.proxy().status()["processID"]?.int)
            _ = events.takeAll()

            var maker = Maker(live: live + [(held.id, "default")], agent: shown.sender)
            var sizes: [Int] = []
            for batch in 1...200 {
                try await server.send((0..<500).map { _ in maker.next() })
                try await server.isHeard()
                if batch == 40 || batch == 200 { sizes.append(memory(of: process)) }
            }

            #expect(sizes[0] > 0)
            // A leak of 100 bytes per signal would be 8 MB.
            if Sanitizer.leavesMemoryAlone { #expect(sizes[1] - sizes[0] < 2_000_000, "\(sizes)") }
            #expect(try await agent.deliveredStates() == before.0)
            #expect(try await log(agent) == before.1)
            #expect(try await agent.storedResponses() == 0)
            #expect(delegate.takeResponses().isEmpty)
            #expect(events.takeAll() == [])
            await server.releaseReplies()
            try await events.next("shown", of: "held")
            await server.press(shown.key(of: "yes"), on: shown)
            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "yes")
        }
    }
}
