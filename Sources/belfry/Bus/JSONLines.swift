// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Triggers

/// Requests as lines of JSON on the standard input, added in as few transactions as their arrival allows.
struct JSONLines {
    // A message of the bus holds 64 MiB in one list; a transaction shall not keep the agent from others for long.
    private static let batchLines = 1000
    private static let batchBytes = 4 << 20
    private static let atomicBytes = 48 << 20

    let agent: AgentProxy
    let options: AddOptions
    let output: AddedOptions
    /// Why the agent can't be asked any more: the rest of the lines has this for its result.
    private var end: Failure?
    /// The worst so far: of a call that was refused as a whole, else of single lines.
    private var status = ExitStatus.done

    init(agent: AgentProxy, options: AddOptions, output: AddedOptions) {
        self.agent = agent
        self.options = options
        self.output = output
    }

    /// Adds every line, and prints one result for each, in order; those that put a request off come last.
    ///
    /// - Returns: The exit status.
    mutating func addAll() async throws -> ExitStatus {
        var batch: [JSONLine] = []
        var batchSize = 0
        var later: [JSONLine] = []
        var rest: [UInt8] = []
        var number = 0
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
                    // Behind the request that it puts off, which may come later, and would end that.
                    if line.isSnoozed { later.append(line) } else { batch.append(line) }
                    batchSize += end - start
                }
                start = end + 1
                let isFull = batch.count == Self.batchLines || batchSize > Self.batchBytes
                if isFull, !options.allOrNothing {
                    try await send(&batch)
                    batchSize = 0
                }
            }
            rest.removeFirst(start)
            if options.allOrNothing {
                if batchSize > Self.atomicBytes {
                    throw Failure(.badData, "more than \(Self.atomicBytes) bytes can't be added in one transaction")
                }
            } else if isAtEnd || !StandardInput.isReady {
                try await send(&batch)
                batchSize = 0
            }
        }
        if options.allOrNothing {
            batch += later
            later = []
        }
        try await send(&batch)
        while !later.isEmpty {
            var part = Array(later.prefix(Self.batchLines))
            later.removeFirst(part.count)
            try await send(&part)
        }
        return status
    }

    /// Adds one batch and prints its results; the batch is empty afterwards.
    private mutating func send(_ batch: inout [JSONLine]) async throws {
        defer { batch = [] }
        var outcomes = await outcomes(of: batch)[...]
        for line in batch {
            var outcome = line.ownOutcome ?? [:]
            if line.request != nil, let next = outcomes.popFirst() { outcome = next }
            outcome["line"] = .int64(Int64(line.number))
            if outcome["error"] != nil, status == .done { status = .badData }
            try print(outcome)
        }
    }

    /// What the agent says of each request among these lines, in their order.
    private mutating func outcomes(of batch: [JSONLine]) async -> [[String: Value]] {
        let lines = batch.filter { $0.request != nil }
        if options.allOrNothing, let wrong = batch.first(where: { $0.mistake != nil }), let why = wrong.mistake {
            return refuseAll(lines, becauseOf: wrong, .invalidRequest(why))
        }
        return await added(lines[...])
    }

    private mutating func added(_ lines: ArraySlice<JSONLine>) async -> [[String: Value]] {
        let requests = lines.compactMap(\.request)
        guard !requests.isEmpty else { return [] }
        if let end { return lines.map { _ in end.row } }
        let properties: [String: Value] = [
            "allOrNothing": .boolean(options.allOrNothing), "noQueue": .boolean(options.noQueue),
        ]
        do {
            return try await agent.addAll(requests, options: properties)
        } catch {
            let lines = Array(lines)
            if let refusal = error as? Refusal, let row = RefusedRow(message: refusal.message),
                lines.indices.contains(row.number - 1)
            {
                return refuseAll(lines, becauseOf: lines[row.number - 1], Refusal(refusal.code, row.sentence))
            }
            if Self.mayBeOfOne(error), !options.allOrNothing {
                guard lines.count > 1 else { return [Failure(error).row] }
                // Nothing was added: the one that can't be sent, or is too large for an answer, is among these.
                let half = lines.count / 2
                return await added(lines[..<half]) + added(lines[half...])
            }
            return refused(lines, Failure(error))
        }
    }

    /// Whether a call fails before anything is added, and perhaps for one of its requests.
    private static func mayBeOfOne(_ error: any Error) -> Bool {
        switch error {
        case let refusal as Refusal: refusal.code == .contentTooLarge
        case let error as BusError: ["InvalidArgs", "LimitsExceeded"].contains { error.name == BusError.prefix + $0 }
        default: false
        }
    }

    /// Says of each line what is wrong with the call.
    private mutating func refused(_ lines: [JSONLine], _ failure: Failure) -> [[String: Value]] {
        if status == .done || status == .badData { Console.say(failure.sentence) }
        status = failure.status
        if failure.status == .unavailable { end = failure }
        return lines.map { _ in failure.row }
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
