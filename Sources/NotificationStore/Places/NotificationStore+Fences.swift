// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB
import NotificationModel
import Triggers

/// A change of the ``FenceState`` of a ``Fence``.
package struct FenceChange: Hashable, Sendable {
    /// The fence with its new state.
    package let fence: Fence
    /// The date at which a crossing of the border makes the request due; nil without a crossing on which it fires.
    package let crossed: Date?

    package init(_ fence: Fence, crossed: Date? = nil) { (self.fence, self.crossed) = (fence, crossed) }
}

extension NotificationStore {
    /// Reads the requests that wait for a place; one that can't be read is left out.
    package func fences() async throws -> [Fence] {
        try await read { try $0.rows(PlaceQuery.fences, [], Fence.init).compactMap(\.self) }
    }

    /// Stores the states of fences after a location fix, and makes the requests due whose border was crossed.
    ///
    /// A request that was deleted or replaced is left out.
    package func change(_ changes: [FenceChange]) async throws {
        try await write { transaction in
            for change in changes {
                let fence = change.fence
                let state = try JSONEncoder().encode(fence.state)
                try transaction.execute(PlaceQuery.setFence, [fence.id, state, fence.schedule])
                guard let date = change.crossed else { continue }
                try transaction.execute(PlaceQuery.cross, [fence.id, date.timeIntervalSince1970, fence.schedule])
            }
        }
    }
}

extension PendingTable {
    /// The state of a fence of which nothing is known, as JSON.
    static let unknownFence = Data("{}".utf8)

    /// Refuses one more request that waits for a place if the application has the largest allowed number of these.
    ///
    /// The request that the new request replaces was deleted before, and does not count.
    func checkFences(of app: String) throws {
        let count = try row(PlaceQuery.fenceCount, [app]) { $0[0] as Int } ?? 0
        guard count >= Limits.locationRequests else { return }
        throw Refusal(
            .tooManyRequests,
            "app \"\(app)\" has \(count) requests that wait for a place; the limit is \(Limits.locationRequests)")
    }

    /// Sets the date at which a request stops waiting for its place, after an edit that keeps the trigger.
    ///
    /// If the border was crossed and the request has not fired yet, the request stays due.
    func endFence(of addition: Addition) throws {
        let fences = try rows(PlaceQuery.fencesNamed, [addition.app, addition.request.identifier]) {
            (id: $0[0] as Int64, schedule: $0[1] as Data?)
        }
        for fence in fences {
            guard let schedule = fence.schedule,
                let trigger = try? JSONDecoder().decode(Trigger.self, from: schedule)
            else { continue }
            var request = addition.request
            request.trigger = trigger
            let now = (addition.changedAt ?? addition.addedAt).timeIntervalSince1970
            try execute(PlaceQuery.setFenceEnd, [fence.id, request.waitEnd.timeIntervalSince1970, now])
        }
    }
}
