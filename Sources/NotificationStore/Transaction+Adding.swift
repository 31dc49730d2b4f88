// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import NotificationModel

extension Transaction {
    /// Adds one request, or says why not, having changed nothing then.
    ///
    /// `waiting` tells how many requests of an application are known to wait, so that a list of additions asks
    /// once; it is empty at the start of an operation.
    func add(
        _ addition: Addition, _ stored: StoredRequest, waiting: inout [String: Int]
    ) throws -> Result<AddOutcome, Refusal> {
        let (app, identifier) = (addition.app, addition.request.identifier)
        let due: Date
        switch addition.due {
        case .unchanged: return try edit(addition, stored)
        case .now: due = addition.addedAt
        case .at(let date): due = date
        }
        let replaced = try replacePending(app: app, identifier: identifier)
        if !replaced, let refusal = try refusal(of: addition, waiting: &waiting) { return .failure(refusal) }
        try log(.set, app: app, identifier: identifier, at: addition.changedAt ?? addition.addedAt)
        if replaced || addition.due == .now { waiting[app] = nil }
        if addition.due == .now {
            let notification = Notification(app: app, request: addition.request, date: addition.addedAt, due: due)
            if case .keep(let reason) = addition.fate,
                try reason != MissedRequest.floodReason || !isDelivered(app, identifier)
            {
                try miss(notification, reason: reason, waits: true, stored)
                return .success(.kept)
            }
            return .success(.presenting(try fire(notification, stored)))
        }
        let trigger = addition.request.trigger
        try execute(
            .insertPending,
            [
                app, identifier, due.timeIntervalSince1970, addition.addedAt.timeIntervalSince1970,
                trigger?.countsRealTime ?? false, trigger?.repeats ?? false, addition.request.parentIdentifier,
                stored.request, stored.trigger, addition.reading?.seconds, addition.request.policy.leeway,
                addition.request.policy.isWaking,
            ])
        return .success(.pending(due: due, replaced: replaced))
    }

    /// Replaces everything but the trigger of what is pending, its snoozed copy included.
    private func edit(_ addition: Addition, _ stored: StoredRequest) throws -> Result<AddOutcome, Refusal> {
        let (app, identifier) = (addition.app, addition.request.identifier)
        let policy = addition.request.policy
        let dates: [Double] = try rows(
            .editPending,
            [app, identifier, stored.request, addition.request.parentIdentifier, policy.leeway, policy.isWaking]
        ) { $0[0] }
        guard let due = dates.min() else {
            return .failure(Refusal(.noSuchRequest, "app \"\(app)\" has no pending request \"\(identifier)\""))
        }
        try log(.set, app: app, identifier: identifier, at: addition.changedAt ?? addition.addedAt)
        return .success(.pending(due: Date(timeIntervalSince1970: due), replaced: true))
    }

    /// Takes out what is pending under an identifier, its snoozed copy and early warnings; false if nothing was.
    func replacePending(app: String, identifier: String) throws -> Bool {
        try execute(.deletePending, [app, identifier])
        guard changes > 0 else { return false }
        try execute(.deleteWarnings, [app, identifier])
        return true
    }

    /// The refusal of a new request that is over the quota; counts it if it isn't.
    ///
    /// What is presenting counts too: where no server comes, requests must not pile up without end.
    private func refusal(of addition: Addition, waiting: inout [String: Int]) throws -> Refusal? {
        var count: Int
        if addition.due != .now, let known = waiting[addition.app] {
            count = known
        } else {
            let counts = try row(.application, [addition.app]) { (pending: $0[2] as Int, presenting: $0[3] as Int) }
            count = counts?.presenting ?? 0
            if addition.due != .now { count += counts?.pending ?? 0 }
        }
        guard count < addition.quota else {
            return .overQuota(app: addition.app, count: count, quota: addition.quota)
        }
        waiting[addition.app] = count + 1
        return nil
    }
}

extension Refusal {
    /// One more than an application's quota of requests that wait.
    static func overQuota(app: String, count: Int, quota: Int) -> Refusal {
        Refusal(
            .tooManyRequests,
            """
            app "\(app)" has \(count) requests that wait; the limit is \(quota): remove some, or raise quota in config.toml
            """)
    }
}
