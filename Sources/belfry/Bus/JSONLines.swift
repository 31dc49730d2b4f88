// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationModel
import Triggers

/// Adds the requests in JSON lines on the standard input.
///
/// Lines that are available together are added in one transaction; a batch is never delayed until more lines arrive.
/// With `--all-or-nothing`, all lines are one transaction of at most 48 MiB.
struct JSONLines {
    // Batch limits: a list in a bus message may have 64 MiB, and a transaction must not block other callers for long.
    private static let batchLines = 1000
    private static let batchBytes = 4 << 20
    private static let atomicBytes = 48 << 20

    let agent: AgentProxy
    let options: AddOptions
    let output: AddedOptions
    /// Error after which the agent is not called any more, and which becomes the result of each remaining line; nil
    /// before such an error.
    private var end: Failure?
    /// The exit status so far; the error of a whole call has priority over errors of single lines.
    private var status = ExitStatus.done

    init(agent: AgentProxy, options: AddOptions, output: AddedOptions) {
        self.agent = agent
        self.options = options
        self.output = output
    }

    /// Adds the requests of all lines in order, snoozed requests last, and prints a result for each line.
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
                    // A snoozed occurrence must be added after its request: adding the request cancels the snooze.
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

    /// Adds the requests of a batch, prints the results and empties the batch.
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

    /// Returns the agent's outcomes for those lines of a batch that have a request, in the order of the lines.
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
        var properties: [String: Value] = [
            "allOrNothing": .boolean(options.allOrNothing), "noQueue": .boolean(options.noQueue),
        ]
        if options.isTrial { properties["dryRun"] = .boolean(true) }
        do {
            return try await agent.marked { [properties] in
                try await agent.addAll(requests, options: properties.merging($0) { own, _ in own })
            }
        } catch {
            let lines = Array(lines)
            if let refusal = error as? Refusal, let row = RefusedRow(message: refusal.message),
                lines.indices.contains(row.number - 1)
            {
                return refuseAll(lines, becauseOf: lines[row.number - 1], Refusal(refusal.code, row.sentence))
            }
            if Self.mayBeOfOne(error), !options.allOrNothing {
                guard lines.count > 1 else { return [Failure(error).row] }
                // No request of the batch was added, because one of them can't be sent or is too large. Halving the
                // batch isolates that request.
                let half = lines.count / 2
                return await added(lines[..<half]) + added(lines[half...])
            }
            return refused(lines, Failure(error))
        }
    }

    /// Returns true for an error of a whole call that one of its requests may have caused; the call added no request.
    private static func mayBeOfOne(_ error: any Error) -> Bool {
        switch error {
        case let refusal as Refusal: refusal.code == .contentTooLarge
        case let error as BusError: ["InvalidArgs", "LimitsExceeded"].contains { error.name == BusError.prefix + $0 }
        default: false
        }
    }

    /// Returns a call's error as the result of each of the call's lines, prints the error, and updates the exit status.
    private mutating func refused(_ lines: [JSONLine], _ failure: Failure) -> [[String: Value]] {
        if status == .done || status == .badData { Console.say(failure.sentence) }
        status = failure.status
        if failure.status == .unavailable { end = failure }
        return lines.map { _ in failure.row }
    }

    /// Prints the number of the wrong line because of which no line was added; returns the results of the lines.
    private func refuseAll(_ lines: [JSONLine], becauseOf wrong: JSONLine, _ refusal: Refusal) -> [[String: Value]] {
        Console.say("nothing was added, because line \(wrong.number) was refused: \(refusal.message)")
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

/// A parsed line of the standard input of `add -`.
struct JSONLine {
    /// Line number, counted from 1; empty lines count too.
    let number: Int
    /// The request to add; nil for an invalid line or an early warning.
    private(set) var request: [String: Value]?
    /// The error message; nil for a valid line.
    private(set) var mistake: String?
    /// The result to print for a line without a request; nil if the agent supplies the result.
    private(set) var ownOutcome: [String: Value]?

    /// Parses a line; nil if it is empty.
    init?(_ bytes: ArraySlice<UInt8>, number: Int, application: String) {
        guard bytes.contains(where: { !" \r\t".utf8.contains($0) }) else { return nil }
        self.number = number
        do {
            let dictionary = try ListedKeys.removed(from: JSONText.dictionary(bytes, line: number), of: application)
            guard let parent = dictionary["warnsOf"]?.string else {
                request = dictionary
                return
            }
            // An early warning isn't added, because adding its request creates the warning.
            ownOutcome = [
                "identifier": .string(dictionary["identifier"]?.string ?? ""),
                "notes": .strings(["skipped: the key \"before\" of the request \"\(parent)\" makes this warning"]),
            ]
        } catch {
            let sentence = Failure(error).sentence
            mistake = sentence
            ownOutcome = Self.refusal(.invalidRequest(sentence))
        }
    }

    /// True if the line is a snoozed occurrence of a request.
    var isSnoozed: Bool { request?["snoozed"]?.bool == true }

    /// Returns the result to print for a refused line.
    static func refusal(_ refusal: Refusal) -> [String: Value] {
        ["error": .string(refusal.busError.name), "message": .string(refusal.message)]
    }
}
