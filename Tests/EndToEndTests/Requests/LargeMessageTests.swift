// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import TestSupport
import Testing
import Triggers

/// Calls and replies of many megabytes: replied to completely or refused before anything is stored, and their memory
/// freed.
@Suite struct LargeMessageTests {
    @Test func `R1: requests whose outcomes fit into no message are refused before anything is stored`() async throws {
        try await withAgent(environment: ["BELFRYD_ANSWER_BYTES": "20000"], inMemory: true) { agent in
            let proxy = agent.proxy()
            func many(_ count: Int, _ prefix: String) -> [[String: Value]] {
                (0..<count).map { request("\(prefix)\($0)", ["trigger": tomorrow]) }
            }

            let refusal = await #expect(throws: Refusal.self) { try await proxy.addAll(many(60, "r")) }
            #expect(refusal?.code == .contentTooLarge)
            #expect(refusal?.message.contains("the answer to 60 requests") == true)
            #expect(refusal?.message.contains("the limit is 20000") == true)
            // Long identifiers count, too.
            let long = String(repeating: "x", count: 240)
            await #expect(throws: Refusal.self) { try await proxy.addAll(many(40, long)) }
            #expect(try await agent.pendingIdentifiers() == [])

            let outcomes = try await proxy.addAll(many(40, "r"))
            #expect(outcomes.count == 40 && outcomes.allSatisfy { $0["error"] == nil })
            #expect(try await agent.pendingIdentifiers().count == 40)
        }
    }

    @Test func `R1: a reply whose advice makes it too large is shortened, and says so`() async throws {
        try await withAgent(environment: ["BELFRYD_ANSWER_BYTES": "4200"], inMemory: true) { agent in
            let rows = (0..<10).map { number in
                request("r\(number)", ["trigger": tomorrow, "categoryIdentifier": .string("unknown")])
            }
            let outcomes = try await agent.proxy().addAll(rows)
            #expect(outcomes.count == 10 && outcomes.allSatisfy { $0["error"] == nil && $0["instance"] != nil })
            #expect(outcomes.first?["degraded"]?.strings?.contains("category") == true)
            #expect(outcomes.last?["degraded"] == nil && outcomes.last?["text"] == nil)
            #expect(outcomes.last?["notes"]?.strings == ["details are left out: the answer is too long for them"])
        }
    }

    @Test func `R1, R6: memory of large and refused calls is returned`() async throws {
        guard Sanitizer.leavesMemoryAlone else { return print("NOT TESTED HERE: memory that is given back.") }
        try await withAgent(inMemory: true) { agent in
            let proxy = agent.proxy()
            _ = try await proxy.addAll([request("first", ["trigger": tomorrow])])
            let before = try agent.residentKibibytes()

            let refusal = await #expect(throws: Refusal.self) {
                try await proxy.addAll((0..<90_000).map { ["identifier": .string("r\($0)"), "title": .string("T")] })
            }
            #expect(refusal?.code == .contentTooLarge)
            #expect(refusal?.message.contains("the limit is 16777216") == true)
            for round in 0..<3 {
                let body = Value.string(String(repeating: "x", count: 20_000))
                let outcomes = try await proxy.addAll((0..<500).map { request("\(round) \($0)", ["body": body]) })
                #expect(outcomes.allSatisfy { $0["error"] != nil })
            }
            let peak = try agent.residentKibibytes(peak: true)
            #expect(peak > before + 20 << 10, "\(before) \(peak)")

            try await withDeadline {
                while try agent.residentKibibytes() > before + 10 << 10 { try await yieldUntilDeadline() }
            }
            #expect(try await agent.pendingIdentifiers() == ["first"])
        }
    }
}

extension TestAgent {
    /// The agent's present or peak memory.
    func residentKibibytes(peak: Bool = false) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(processID ?? 0)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(peak ? "VmHWM:" : "VmRSS:") } ?? ""
        return Int(line.filter(\.isNumber)) ?? 0
    }
}
