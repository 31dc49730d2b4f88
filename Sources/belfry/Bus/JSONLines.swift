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

    /// One line that waits for its turn.
    private struct Line {
        /// Counted from 1, empty ones too.
        let number: Int
        /// A request, or why it is none.
        let request: Result<[String: Value], Failure>
    }

    /// Adds every line, and prints one result for each, in order.
    ///
    /// - Returns: Whether all were taken.
    func addAll() async throws -> Bool {
        var batch: [Line] = []
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
                if let request = request(rest[start..<end]) {
                    batch.append(Line(number: number, request: request))
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

    /// Nil for an empty line.
    private func request(_ bytes: ArraySlice<UInt8>) -> Result<[String: Value], Failure>? {
        guard bytes.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\t") })
        else { return nil }
        do {
            return .success(try ListedKeys.removed(from: JSONText.dictionary(bytes), of: agent.app))
        } catch {
            return .failure(Failure(error))
        }
    }

    /// Adds one batch and prints its results; the batch is empty afterwards.
    private func send(_ batch: inout [Line]) async throws -> Bool {
        defer { batch = [] }
        guard !batch.isEmpty else { return true }
        let requests = batch.compactMap { try? $0.request.get() }
        let isWithheld = requests.count < batch.count && options.allOrNothing
        let properties: [String: Value] = [
            "allOrNothing": .boolean(options.allOrNothing), "noQueue": .boolean(options.noQueue),
        ]
        var outcomes =
            requests.isEmpty || isWithheld ? [] : try await agent.addAll(requests, options: properties)[...]
        var isTaken = true
        for line in batch {
            var outcome: [String: Value]
            switch line.request {
            case .failure(let failure): outcome = Self.refusal(failure.sentence)
            case .success where isWithheld: outcome = Self.refusal("nothing is added: another line is refused")
            case .success: outcome = outcomes.popFirst() ?? Self.refusal("the agent did not answer for this line")
            }
            outcome["line"] = .int64(Int64(line.number))
            isTaken = isTaken && outcome["error"] == nil
            try print(outcome)
        }
        return isTaken
    }

    private func print(_ outcome: [String: Value]) throws {
        if outcome["error"] == nil, output.printId {
            Console.print(outcome["identifier"]?.string ?? "")
        } else {
            Console.print(try JSONText.line(outcome))
        }
    }

    private static func refusal(_ sentence: String) -> [String: Value] {
        let error = Refusal.invalidRequest(sentence).busError
        return ["error": .string(error.name), "message": .string(error.message)]
    }
}
