// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import NotificationModel
import Triggers

extension PendingTable {
    /// Adds one request, or returns the refusal and changes nothing.
    ///
    /// `waiting` caches the number and size of each application's waiting requests, so that a list of additions reads
    /// them once. The cache is empty when an operation starts.
    func add(
        _ addition: Addition, _ stored: StoredRequest, waiting: inout [String: WaitingLoad]
    ) throws -> Result<AddOutcome, Refusal> {
        let (app, identifier) = (addition.app, addition.request.identifier)
        let due: Date
        switch addition.due {
        case .unchanged:
            waiting[app] = nil
            return try edit(addition, stored)
        case .now: due = addition.addedAt
        case .at(let date): due = date
        }
        let firesNow = addition.due == .now
        let known = firesNow ? nil : waiting[app]
        var load = try known ?? WaitingLoad(of: app, firesNow: firesNow, in: transaction)
        if let refusal = try refusal(of: addition, stored, on: load) { return .failure(refusal) }
        let own = addition.isChange ? try replaceOwn(addition, stored) : []
        let replaced =
            if addition.isChange {
                !own.isEmpty
            } else if addition.request.isRemote {
                try replaceSnoozedPush(app: app, identifier: identifier)
            } else {
                try replacePending(app: app, identifier: identifier, hasFired: load.hasFired)
            }
        if !replaced, let refusal = addition.quota.refusal(of: app, count: load.count) { return .failure(refusal) }
        try transaction.log(
            .set, app: app, identifier: identifier, at: addition.changedAt ?? addition.addedAt,
            detail: addition.request.isRemote ? ["remote": .boolean(true)] : [:])
        load.add(stored.size)
        waiting[app] = replaced || firesNow ? nil : load
        if firesNow {
            let notification = Notification(app: app, request: addition.request, date: addition.addedAt, due: due)
            if case .keep(let reason) = addition.fate,
                try reason != MissedRequest.floodReason || !transaction.isDelivered(app, identifier)
            {
                if addition.request.isRemote { try settleHeldPush(app: app, identifier: identifier, addition.addedAt) }
                try transaction.miss(notification, reason: reason, waits: true, stored)
                return .success(.kept)
            }
            return .success(.presenting(try transaction.fire(notification, stored)))
        }
        let trigger = addition.request.trigger
        if trigger?.region != nil { try checkFences(of: app) }
        try execute(
            Query.insertPending,
            [
                app, identifier, due.timeIntervalSince1970, addition.addedAt.timeIntervalSince1970,
                trigger?.countsRealTime ?? false, trigger?.repeats ?? false, addition.request.parentIdentifier,
                stored.request, stored.trigger, addition.reading?.seconds, addition.request.policy.leeway,
                // A request that waits for a place never wakes the machine, which is awake when it reaches the place.
                addition.request.policy.isWaking && trigger?.region == nil,
                trigger?.region.map { _ in Self.unknownFence },
            ])
        for case let fired? in own { try execute(Query.setFiredLast, [lastInsertedID, fired]) }
        return .success(.pending(due: due, replaced: replaced))
    }

    /// Deletes the row and the early warnings of a request that gets new dates. Its snoozed copy gets the new texts.
    ///
    /// - Returns: The date at which the request last fired, or nil if it never did; empty if there was no such row.
    private func replaceOwn(_ addition: Addition, _ stored: StoredRequest) throws -> [Double?] {
        let (app, identifier) = (addition.app, addition.request.identifier)
        let fired: [Double?] = try rows(Query.deleteOwnPending, [app, identifier]) { $0[0] }
        _ = try removeWarnings(app: app, identifier: identifier)
        try execute(Query.editSnoozed, [app, identifier, stored.request, addition.request.parentIdentifier])
        return fired
    }

    /// Replaces everything but the trigger of a pending request and of its snoozed copy.
    private func edit(_ addition: Addition, _ stored: StoredRequest) throws -> Result<AddOutcome, Refusal> {
        let (app, identifier) = (addition.app, addition.request.identifier)
        let policy = addition.request.policy
        let old = try pendingSize(app: app, identifier: identifier)
        let growth = old.rows * stored.request.count - old.requests
        if growth > 0,
            let refusal = addition.quota.refusal(
                of: app, bytes: try WaitingLoad(of: app, firesNow: false, in: transaction).bytes, adding: growth)
        {
            return .failure(refusal)
        }
        let dates: [Double] = try rows(
            Query.editPending,
            [app, identifier, stored.request, addition.request.parentIdentifier, policy.leeway, policy.isWaking]
        ) { $0[0] }
        try endFence(of: addition)
        guard let due = dates.min() else {
            return .failure(Refusal(.noSuchRequest, "app \"\(app)\" has no pending request \"\(identifier)\""))
        }
        try editWarnings(of: addition)
        try transaction.log(.set, app: app, identifier: identifier, at: addition.changedAt ?? addition.addedAt)
        return .success(.pending(due: Date(timeIntervalSince1970: due), replaced: true))
    }

    /// Gives the early warnings the present text of their request; their dates stay.
    private func editWarnings(of addition: Addition) throws {
        let request = addition.request
        let warnings = try rows(Query.warnings, [addition.app, request.identifier]) { row in
            (
                id: row[0] as Int64, stored: StoredRequest(request: row[1], trigger: nil),
                due: Date(timeIntervalSince1970: row[2]), isSnoozed: row[3] as Bool
            )
        }
        for (id, stored, due, isSnoozed) in warnings {
            // An unreadable warning is set aside when it is due.
            guard let older = try? stored.decoded() else { continue }
            let newer = request.asWarning(older.identifier, leadTime: older.leadTime)
            if !isSnoozed, newer.isOver(due: due) {
                try execute(Query.deletePendingRow, [id])
            } else {
                try execute(
                    Query.setWarning,
                    [id, try StoredRequest(newer).request, newer.policy.leeway, newer.policy.isWaking])
            }
        }
    }

    /// Deletes a request's early warnings, whether pending or held back; returns false if there was none.
    func removeWarnings(app: String, identifier: String) throws -> Bool {
        try execute(TimeQuery.forgetWaitingWarnings, [app, identifier])
        let waited = changes > 0
        try execute(Query.deleteWarnings, [app, identifier])
        return waited || changes > 0
    }

    /// Deletes a pending request, its snoozed copy and its early warnings; returns false if there was no such request.
    ///
    /// `hasFired` tells whether the application may have requests that have fired and are not shown yet.
    func replacePending(app: String, identifier: String, hasFired: Bool = true) throws -> Bool {
        // Without this statement, a held-back warning would still be shown, with the date of a deleted request.
        if hasFired { try execute(TimeQuery.forgetWaitingWarnings, [app, identifier]) }
        try execute(Query.deletePending, [app, identifier])
        guard changes > 0 else { return false }
        try execute(Query.deleteWarnings, [app, identifier])
        return true
    }

    /// Takes an older push out of the next digest, because a newer push with the same collapse identifier replaces it.
    private func settleHeldPush(app: String, identifier: String, _ date: Date) throws {
        let settled = try rows(TimeQuery.settleNamed, [app, identifier, Int64.max]) { $0[0] as Int64 }
        for row in settled { try transaction.keepMissed(row, .replaced, at: date) }
        if !settled.isEmpty { try transaction.log(.replaced, app: app, identifier: identifier, at: date) }
    }

    /// Deletes the snoozed copy of an older push with the same collapse identifier; returns false if there was none.
    ///
    /// A request that the application has itself added stays: a push sender must not delete the application's alarms.
    private func replaceSnoozedPush(app: String, identifier: String) throws -> Bool {
        let pushes = try rows(Query.pendingNamed, [app, identifier], PendingRow.init)
            .filter { (try? $0.stored.decoded())?.isRemote == true }
        for row in pushes { try execute(Query.deletePendingRow, [row.id]) }
        return !pushes.isEmpty
    }

    /// Returns the refusal of a request that exceeds the quota in bytes; the request that it replaces does not count.
    private func refusal(of addition: Addition, _ stored: StoredRequest, on load: WaitingLoad) throws -> Refusal? {
        let (app, size) = (addition.app, stored.size)
        guard let refusal = addition.quota.refusal(of: app, bytes: load.bytes, adding: size) else { return nil }
        guard addition.due != .now else { return refusal }
        let old = try pendingSize(app: app, identifier: addition.request.identifier)
        // The snoozed copy of a changed request gets the new text as well.
        let copies = addition.isChange ? max(0, old.rows - 1) : 0
        let growth = size * (1 + copies) - old.requests - old.triggers
        return growth <= 0 ? nil : addition.quota.refusal(of: app, bytes: load.bytes, adding: growth)
    }
}

extension Trigger {
    /// Whether the trigger counts real time, so that its date changes when the clock is set.
    var countsRealTime: Bool { if case .timeInterval = self { true } else { false } }
}
