// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop
import NotificationServer

/// Compares the lateness of `Notify` with that of a timerfd that sends a message to the same server.
///
/// They alternate: the floor fires halfway between two firings of the agent.
struct LatenessPart {
    private let effort: Effort

    init(_ effort: Effort) { self.effort = effort }

    /// Seconds for adding all requests before the first is due.
    private static let lead = 3.0

    func measure(on loop: EventLoop) async throws -> [TableRow] {
        let (ours, floor) = try await Stage.with(on: loop) { stage in
            try await stage.withAgent { _, _ in try await run(on: stage) }
        }
        return [50, 99].map { percent in
            TableRow(
                "p\(percent) of \(ours.count)", ours.percentile(percent), against: "timerfd and one message",
                floor.percentile(percent), aim: percent == 99 ? "under 2 ms" : "", format: TableRow.milliseconds)
        } + [
            TableRow(
                "the latest", ours.maximum, against: "timerfd and one message", floor.maximum,
                format: TableRow.milliseconds)
        ]
    }

    private func run(on stage: Stage) async throws -> (Samples, Samples) {
        let requests = (0..<effort.firings).map {
            SampleRequests.reminder(
                "late-\($0)", title: "late-\($0)", in: Self.lead + Double($0) * effort.firingInterval)
        }
        let outcomes = try await stage.agent.addAll(requests)
        let dues = outcomes.compactMap { $0["nextTriggerDateUnix"]?.double }
        guard dues.count == requests.count else { throw MeasurementError("AddAll refused some") }

        let floor = FloorAlarm(on: stage.client)
        for (index, due) in dues.enumerated() {
            let moment = due + effort.firingInterval / 2
            try await floor.fire(at: moment, title: "floor-\(index)")
        }
        do {
            try await stage.server.wait(for: 2 * requests.count)
        } catch {
            let shown = requests.indices.count { stage.server.date(of: "late-\($0)") != nil }
            throw MeasurementError("\(error), \(shown) of \(requests.count) from the agent")
        }
        withExtendedLifetime(floor) {}
        var (late, floorLate) = (Samples(), Samples())
        for (index, due) in dues.enumerated() {
            guard let arrival = stage.server.date(of: "late-\(index)"),
                let floorArrival = stage.server.date(of: "floor-\(index)")
            else { throw MeasurementError("a notification came under another title") }
            late.add(arrival - due)
            floorLate.add(floorArrival - due - effort.firingInterval / 2)
        }
        return (late, floorLate)
    }
}
