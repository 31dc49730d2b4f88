// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop
import NotificationStore

/// Compares adds with inserting the same rows directly into SQLite.
///
/// In each round, the agent adds requests, and then its new rows are inserted into the plain store in as many
/// transactions.
struct AddsPart {
    private let effort: Effort

    init(_ effort: Effort) { self.effort = effort }

    func measure(on loop: EventLoop) async throws -> [TableRow] {
        try await Stage.with(on: loop) { stage in
            try await stage.withAgent { _, _ in
                let plain = try PlainStore(in: "\(stage.folder)/plain", rowsFrom: "\(stage.folder)/state/belfry")
                return try await singles(stage, plain) + bulk(stage, plain)
            }
        }
    }

    private func singles(_ stage: Stage, _ plain: PlainStore) async throws -> [TableRow] {
        var (ours, theirs, calls) = (Samples(), Samples(), Samples())
        for round in 0...effort.singleRounds {
            let requests = (0..<effort.singleAdds).map {
                SampleRequests.reminder("single-\(round)-\($0)", in: SampleRequests.later)
            }
            let agent = stage.agent
            let seconds = try await Stopwatch.timeAsync { for request in requests { _ = try await agent.add(request) } }
            let rows = try plain.newRows(expected: requests.count)
            let floor = try Stopwatch.time { try plain.insert(rows, rowsPerTransaction: 1) }
            let bus = try await Stopwatch.timeAsync { for _ in requests { _ = try await agent.settings() } }
            // The first round warms the caches.
            guard round > 0 else { continue }
            ours.add(Double(requests.count) / seconds)
            theirs.add(Double(requests.count) / floor)
            calls.add(Double(requests.count) / bus)
        }
        return [
            TableRow(
                "Add, one after another", ours.median, against: "SQLite, a transaction each", theirs.median,
                format: TableRow.rate),
            TableRow(
                "Add, one after another", ours.median, against: "Settings, a call that writes nothing", calls.median,
                format: TableRow.rate),
        ]
    }

    private func bulk(_ stage: Stage, _ plain: PlainStore) async throws -> [TableRow] {
        var (ours, theirs, stores) = (Samples(), Samples(), Samples())
        let store = try NotificationStore(at: "\(stage.folder)/store")
        defer { store.close() }
        for round in 0...effort.bulkRounds {
            let requests = (0..<effort.bulkAdds).map {
                SampleRequests.reminder("bulk-\(round)-\($0)", in: SampleRequests.later)
            }
            let agent = stage.agent
            let seconds = try await Stopwatch.timeAsync {
                let outcomes = try await agent.addAll(requests)
                guard outcomes.count == requests.count, outcomes.allSatisfy({ $0["error"] == nil }) else {
                    throw MeasurementError("AddAll refused some: \(outcomes.first?["message"]?.string ?? "")")
                }
            }
            let rows = try plain.newRows(expected: requests.count)
            let floor = try Stopwatch.time { try plain.insert(rows, rowsPerTransaction: rows.count) }
            let additions = BigStore.additions(requests.count, prefix: "bulk-\(round)")
            let alone = try await Stopwatch.timeAsync { _ = try await store.add(additions, atomically: false) }
            guard round > 0 else { continue }
            ours.add(Double(requests.count) / seconds)
            theirs.add(Double(requests.count) / floor)
            stores.add(Double(requests.count) / alone)
        }
        return [
            TableRow(
                "AddAll, \(effort.bulkAdds) at a time", ours.median, against: "SQLite, a transaction a batch",
                theirs.median, aim: "0.33x or more", format: TableRow.rate),
            TableRow(
                "of that, NotificationStore alone", stores.median, against: "SQLite, a transaction a batch",
                theirs.median, format: TableRow.rate),
        ]
    }
}
