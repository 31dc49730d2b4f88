// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB
import NotificationModel
import Triggers

extension NotificationStore {
    /// Takes back the last command of a terminal that changed pending requests: all of it, or nothing.
    ///
    /// The command's requests have their earlier rows again. A notification that the command took from the screen or
    /// from the next digest is due at once. The next call takes back the command before that one, also after a refusal
    /// `noSuchRequest`: a command that can't be taken back is refused only once.
    ///
    /// - Parameters:
    ///   - terminal: The terminal session.
    ///   - quota: The limits of an application's pending and held-back requests. Called on the store's queue.
    ///   - isTrial: Whether nothing is changed; the result and the refusals are the same.
    ///   - date: The present date.
    /// - Returns: The command, with its requests as they are now.
    /// - Throws: ``NotificationModel/Refusal`` `noSuchRequest` if there is no such command, or if one of its requests
    ///   has been shown, changed or removed since the command; `tooManyRequests` over the quota; ``StoreError``.
    package func undo(
        terminal: String, quota: @escaping @Sendable (String) -> Quota, isTrial: Bool = false, at date: Date
    ) async throws -> UndoneCommand {
        try await write { transaction -> Result<UndoneCommand, Refusal> in
            let table = transaction.undoTable
            do {
                return .success(
                    try transaction.inTrial(isTrial) {
                        try transaction.inSavepoint { try table.undo(terminal, quota, at: date) }
                    })
            } catch let refusal as Refusal {
                guard refusal.code == .noSuchRequest, let newest = try table.newest(terminal, at: date) else {
                    return .failure(refusal)
                }
                let further = try table.row(UndoQuery.following, [terminal, 1], { _ in true }) == true
                if !isTrial { try table.execute(UndoQuery.delete, [newest.id]) }
                let hint = further ? "; a further undo takes back the command before that one" : ""
                return .failure(Refusal(refusal.code, refusal.message + hint))
            }
        }.get()
    }
}

extension UndoTable {
    fileprivate struct Command {
        let id: Int64
        let kind: String
        let date: Date
        let obstacle: String?
        let isOfThisRun: Bool
        let isOfThisZone: Bool

        init(_ row: Row) {
            (id, kind, obstacle, isOfThisRun, isOfThisZone) = (row[0], row[1], row[3], row[4], row[5])
            date = Date(timeIntervalSince1970: row[2])
        }
    }

    fileprivate func newest(_ terminal: String, at date: Date) throws -> Command? {
        try row(UndoQuery.newest, [terminal, date.timeIntervalSince1970 - Self.seconds], Command.init)
    }

    fileprivate func undo(_ terminal: String, _ quota: (String) -> Quota, at date: Date) throws -> UndoneCommand {
        guard let command = try newest(terminal, at: date) else {
            throw Refusal(.noSuchRequest, "this terminal has changed no request in the last hour")
        }
        if let obstacle = command.obstacle {
            throw Refusal(.noSuchRequest, "the last command can't be taken back: \(obstacle)")
        }
        let changes = try rows(UndoQuery.changes, [command.id], Change.init)
        let story = try UndoStory(in: self)
        // All changes are checked before a request is put back, because putting a request back logs an event, too.
        for change in changes { try check(change, of: command, story) }
        let undone = try changes.map { change in
            let before = try pending(change)
            try putBack(change, story, quota(change.app), of: command.kind, at: date)
            return UndoneCommand.Change(
                app: change.app, identifier: change.identifier, before: before, pending: try pending(change))
        }
        try execute(UndoQuery.delete, [command.id])
        return UndoneCommand(
            kind: UndoKey.Kind(rawValue: command.kind) ?? .edit, date: command.date, changes: undone)
    }

    /// Reads the pending rows of a change's request; leaves out an undecodable row, although an undo restores it.
    private func pending(_ change: Change) throws -> [PendingRequest] {
        try rows(Query.pendingNamed, [change.app, change.identifier], PendingRow.init).compactMap { try? $0.decoded() }
    }

    /// Refuses a change if the request has changed or fired since the command, or its earlier dates are now invalid.
    private func check(_ change: Change, of command: Command, _ story: UndoStory) throws {
        func refusal(_ reason: String) -> Refusal {
            Refusal(.noSuchRequest, "\"\(change.identifier)\" \(reason), so the \(command.kind) can't be taken back")
        }
        if let obstacle = change.obstacle { throw refusal(obstacle) }
        // The log keeps only the newest events, so it may lack later changes of the request.
        if let oldest = try row(UndoQuery.oldestEvent, [], { $0[0] as Int64? }) ?? nil, oldest > change.event + 1 {
            throw refusal("was changed too many events ago")
        }
        if let reason = story.reason(change.app, try names(of: change), since: change.event) { throw refusal(reason) }
        for parent in try parents(of: change)
        where try row(Query.pendingNamedPlaces, [change.app, parent], { _ in true }) == nil {
            throw refusal("is an early warning, and its request is no longer pending")
        }
        if !command.isOfThisRun, try row(UndoQuery.hasMovingRow, [change.id], { _ in true }) == true {
            throw refusal("counts real time, and the computer has been restarted since the command")
        }
        if !command.isOfThisZone, try row(UndoQuery.hasCalendarRow, [change.id], { _ in true }) == true {
            throw refusal("has dates by the clock, and the time zone has changed since")
        }
    }

    private func putBack(
        _ change: Change, _ story: UndoStory, _ quota: Quota, of kind: String, at date: Date
    ) throws {
        let (app, identifier) = (change.app, change.identifier)
        let before = try WaitingLoad(of: app, firesNow: false, in: transaction)
        let fences = try fenceCount(of: app)
        try execute(Query.deletePending, [app, identifier])
        try execute(Query.deleteWarnings, [app, identifier])
        try execute(UndoQuery.putBack, [change.id])
        let isPending = changes > 0
        let after = try WaitingLoad(of: app, firesNow: false, in: transaction)
        if after.count > before.count, let refusal = quota.refusal(of: app, count: after.count - 1) { throw refusal }
        let growth = after.bytes - before.bytes
        if growth > 0, let refusal = quota.refusal(of: app, bytes: before.bytes, adding: growth) { throw refusal }
        if try fenceCount(of: app) > max(fences, Limits.locationRequests) {
            try transaction.pendingTable.checkFences(of: app)
        }
        try transaction.log(
            isPending ? .set : .removed, app: app, identifier: identifier, at: date, detail: ["undo": .string(kind)])
        guard let logged = transaction.events.last?.cursor else { return }
        // The request is again as it was before the change, so the undo must not prevent the undo of earlier commands.
        for name in [identifier] + (try parents(of: change)) {
            for older in try rows(UndoQuery.olderChanges, [app, name, change.id], Change.init)
            where story.reason(app, try names(of: older), since: older.event, upTo: change.before) == nil {
                try execute(UndoQuery.setEvent, [logged, older.id])
            }
        }
    }

    private func fenceCount(of app: String) throws -> Int {
        try row(PlaceQuery.fenceCount, [app]) { $0[0] as Int } ?? 0
    }
}
