// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB
import NotificationModel
import Triggers

extension NotificationStore {
    /// Takes back the last command of a terminal that changed pending requests: all of it, or nothing.
    ///
    /// The requests have their earlier rows again. A notification that the command took from the screen or from the next
    /// digest is due at once. The command before it is the next to be taken back.
    ///
    /// - Parameters:
    ///   - terminal: The terminal session.
    ///   - quota: The limits of an application's pending and held-back requests. Called on the store's queue.
    ///   - isTrial: Whether nothing is changed; the result and the refusals are the same.
    ///   - date: The present date.
    /// - Returns: The command, with its requests as they are now.
    /// - Throws: ``NotificationModel/Refusal`` `noSuchRequest` if there is no such command, or if one of its requests
    ///   has been shown, changed or removed since; `tooManyRequests` over the quota; ``StoreError``.
    package nonisolated(nonsending) func undo(
        terminal: String, quota: @escaping @Sendable (String) -> Quota, isTrial: Bool = false, at date: Date
    ) async throws -> UndoneCommand {
        try await write { transaction in
            try transaction.inTrial(isTrial) {
                try transaction.undoTable.undo(terminal, quota, at: date)
            }
        }
    }
}

extension UndoTable {
    fileprivate func undo(
        _ terminal: String, _ quota: (String) -> Quota, at date: Date
    ) throws -> UndoneCommand {
        let earliest = date.timeIntervalSince1970 - Self.seconds
        guard let command = try row(UndoQuery.newest, [terminal, earliest], Command.init) else {
            throw Refusal(.noSuchRequest, "this terminal has changed no request in the last hour")
        }
        guard command.isKept else {
            throw Refusal(
                .noSuchRequest,
                "the last command changed more than \(Self.requests) requests, and can't be taken back")
        }
        let changes = try rows(UndoQuery.changes, [command.id]) { row in
            Change(id: row[0], app: row[1], identifier: row[2], before: row[3], event: row[4])
        }
        var undone: [UndoneCommand.Change] = []
        for change in changes {
            try check(change, of: command)
            let before = try pending(change)
            try putBack(change, quota(change.app), of: command.kind, at: date)
            undone.append(
                .init(app: change.app, identifier: change.identifier, before: before, pending: try pending(change)))
        }
        try execute(UndoQuery.delete, [command.id])
        return UndoneCommand(
            kind: UndoKey.Kind(rawValue: command.kind) ?? .edit, date: command.date, changes: undone)
    }

    private func pending(_ change: Change) throws -> [PendingRequest] {
        try rows(Query.pendingNamed, [change.app, change.identifier], PendingRow.init).map { try $0.decoded() }
    }

    private struct Command {
        let id: Int64
        let kind: String
        let date: Date
        let isKept: Bool
        let isOfThisRun: Bool
        let isOfThisZone: Bool

        init(_ row: Row) {
            (id, kind, isKept, isOfThisRun, isOfThisZone) = (row[0], row[1], row[3], row[4], row[5])
            date = Date(timeIntervalSince1970: row[2])
        }
    }

    private struct Change {
        let id: Int64
        let app: String
        let identifier: String
        let before: Int64
        let event: Int64
    }

    /// Refuses a change after which more has happened to the request, or whose dates can't be known any more.
    private func check(_ change: Change, of command: Command) throws {
        func refusal(_ reason: String) -> Refusal {
            Refusal(.noSuchRequest, "\"\(change.identifier)\" \(reason), so the \(command.kind) can't be taken back")
        }
        // The log keeps the newest events only.
        if let oldest = try row(UndoQuery.oldestEvent, [], { $0[0] as Int64? }) ?? nil, oldest > change.event + 1 {
            throw refusal("was changed too many events ago")
        }
        if let reason = try reason(against: change, since: change.event) { throw refusal(reason) }
        if !command.isOfThisRun, try row(UndoQuery.hasMovingRow, [change.id], { _ in true }) == true {
            throw refusal("counts real time, and the computer has been started since")
        }
        if !command.isOfThisZone, try row(UndoQuery.hasCalendarRow, [change.id], { _ in true }) == true {
            throw refusal("has dates by the clock, and the time zone has changed since")
        }
    }

    /// Finds what has happened to a request between two events so that it isn't as it was; nil for nothing.
    private func reason(against change: Change, since first: Int64, upTo last: Int64 = .max) throws -> String? {
        // The identifier of an early warning is its request's identifier, a tilde, and the lead time.
        let (warning, end) = (change.identifier + "~", change.identifier + "\u{7f}")
        let kinds = try rows(UndoQuery.events, [change.app, first, last, change.identifier, warning, end]) {
            EventRecord.Kind(rawValue: $0[0])
        }.compactMap(\.self)
        let ending = Self.changing.union([.fired, .missed, .dropped])
        return kinds.contains(where: ending.contains) ? kinds.last.map(Self.words) : nil
    }

    /// Says what has happened to a request.
    private static func words(_ kind: EventRecord.Kind) -> String {
        switch kind {
        case .answered, .acknowledged, .opened: "has been answered since"
        case .dismissed: "has been shown and dismissed since"
        case .command: "has run its command since"
        case .removed: "has been removed since"
        case .set: "has been changed since"
        case .snoozed: "has been snoozed since"
        case .skipped: "has been skipped since"
        case .missed: "has been due since"
        case .dropped: "could not be kept"
        default: "has been shown since"
        }
    }

    private func putBack(_ change: Change, _ quota: Quota, of kind: String, at date: Date) throws {
        let (app, identifier) = (change.app, change.identifier)
        let before = try WaitingLoad(of: app, firesNow: false, in: transaction)
        try execute(Query.deletePending, [app, identifier])
        try execute(Query.deleteWarnings, [app, identifier])
        try execute(UndoQuery.putBack, [change.id])
        let isPending = changes > 0
        let after = try WaitingLoad(of: app, firesNow: false, in: transaction)
        if after.count > before.count, let refusal = quota.refusal(of: app, count: after.count - 1) { throw refusal }
        let growth = after.bytes - before.bytes
        if growth > 0, let refusal = quota.refusal(of: app, bytes: before.bytes, adding: growth) { throw refusal }
        try transaction.log(
            isPending ? .set : .removed, app: app, identifier: identifier, at: date, detail: ["undo": .string(kind)])
        // The request is as it was before the change, so earlier commands can be taken back as they could then.
        let older = try rows(UndoQuery.olderChanges, [app, identifier, change.id]) { ($0[0] as Int64, $0[1] as Int64) }
        for (id, event) in older
        where try reason(against: change, since: event, upTo: change.before) == nil {
            try execute(UndoQuery.setEvent, [transaction.events.last?.cursor ?? event, id])
        }
    }
}
