// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationModel

/// Requests as lines of JSON on the standard input, added in as few transactions as their arrival allows.
struct JSONLines {
    // A message of the bus holds 64 MiB in one list; a transaction shall not keep the agent from others for long.
    private static let batchLines = 1000
    private static let batchBytes = 4 << 20
    private static let atomicBytes = 48 << 20

    let agent: AgentProxy
    let options: AddOptions
    let output: AddedOptions

    /// Adds every line, and prints one result for each, in order.
    ///
    /// - Returns: Whether all were taken.
    func addAll() async throws -> Bool {
        var batch: [JSONLine] = []
        var batchSize = 0
        var rest: [UInt8] = []
        var number = 0
        var isTaken = true
        var isAtEnd = false
        while !isAtEnd {
            if let chunk = try StandardInput.chunk() {
                rest += chunk
            } else {
                isAtEnd = true
                rest.append(UInt8(ascii: "\n"))
            }
            var start = rest.startIndex
            while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
                number += 1
                if let line = JSONLine(rest[start..<end], number: number, application: agent.app) {
                    batch.append(line)
                    batchSize += end - start
                }
                start = end + 1
                let isFull = batch.count == Self.batchLines || batchSize > Self.batchBytes
                if isFull, !options.allOrNothing {
                    isTaken = try await send(&batch) && isTaken
                    batchSize = 0
                }
            }
            rest.removeFirst(start)
            if options.allOrNothing {
                if batchSize > Self.atomicBytes {
                    throw Failure(.badData, "more than \(Self.atomicBytes) bytes can't be added in one transaction")
                }
            } else if isAtEnd || !StandardInput.isReady {
                isTaken = try await send(&batch) && isTaken
                batchSize = 0
            }
        }
        return try await send(&batch) && isTaken
    }

    /// Adds one batch and prints its results; the batch is empty afterwards.
    private func send(_ batch: inout [JSONLine]) async throws -> Bool {
        defer { batch = [] }
        var outcomes = try await outcomes(of: batch)[...]
        var isTaken = true
        for line in batch {
            var outcome = line.ownOutcome ?? [:]
            if line.request != nil, let next = outcomes.popFirst() { outcome = next }
            outcome["line"] = .int64(Int64(line.number))
            isTaken = isTaken && outcome["error"] == nil
            try print(outcome)
        }
        return isTaken
    }

    /// What the agent says of each request among these lines, in their order.
    private func outcomes(of batch: [JSONLine]) async throws -> [[String: Value]] {
        let lines = batch.filter { $0.request != nil }
        if options.allOrNothing, let wrong = batch.first(where: { $0.complaint != nil }), let why = wrong.complaint {
            return refuseAll(lines, becauseOf: wrong, .invalidRequest(why))
        }
        let requests = lines.compactMap(\.request)
        guard !requests.isEmpty else { return [] }
        let properties: [String: Value] = [
            "allOrNothing": .boolean(options.allOrNothing), "noQueue": .boolean(options.noQueue),
        ]
        do {
            return try await agent.addAll(requests, options: properties)
        } catch let refusal as Refusal {
            guard let row = RefusedRow(message: refusal.message), lines.indices.contains(row.number - 1) else {
                throw refusal
            }
            return refuseAll(lines, becauseOf: lines[row.number - 1], Refusal(refusal.code, row.sentence))
        }
    }

    /// Says which line is the reason why none was added.
    private func refuseAll(_ lines: [JSONLine], becauseOf wrong: JSONLine, _ refusal: Refusal) -> [[String: Value]] {
        Console.say("nothing is added, because of line \(wrong.number): \(refusal.message)")
        let rest = JSONLine.refusal(.invalidRequest("nothing is added: line \(wrong.number) is refused"))
        return lines.map { $0.number == wrong.number ? JSONLine.refusal(refusal) : rest }
    }

    private func print(_ outcome: [String: Value]) throws {
        if outcome["error"] == nil, output.printId {
            Console.print(outcome["identifier"]?.string ?? "")
        } else {
            Console.print(try JSONText.line(outcome))
        }
    }
}
