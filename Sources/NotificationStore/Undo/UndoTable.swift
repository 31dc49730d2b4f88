// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import NotificationModel
import Triggers

/// The commands that can be taken back, in a transaction.
struct UndoTable: StatementAccess {
    /// The largest number of commands with kept changes of a terminal, and the largest number for all terminals.
    static let commands = 10
    private static let allCommands = 200
    /// The number of seconds for which a command is kept.
    static let seconds: TimeInterval = 3600
    /// The largest number of requests of a command that can be taken back, and their largest size in bytes.
    static let requests = 1000
    private static let bytes: Double = 8 * 1_048_576

    let transaction: Transaction

    var db: Database { transaction.db }

    /// A change of a command to a request.
    struct Change {
        let id: Int64
        let app: String
        let identifier: String
        /// The last event before the change, and the event that logged the change; 0 if there is no such event yet.
        let before: Int64
        let event: Int64
        /// The reason why the change can't be taken back; nil if it can.
        let obstacle: String?

        init(_ row: Row) {
            (id, app, identifier) = (row[0], row[1], row[2])
            (before, event, obstacle) = (row[3], row[4], row[5])
        }
    }

    /// Runs `body`, which changes pending requests, and keeps the rows that the requests had before.
    ///
    /// A request that `body` does not change, because it is refused for example, is not kept.
    ///
    /// - Parameters:
    ///   - key: The command; nil keeps nothing.
    ///   - app: The application's id.
    ///   - identifiers: The requests' identifiers.
    ///   - date: The present date.
    ///   - body: Changes the requests.
    /// - Returns: The result of `body`.
    /// - Throws: An error of `body`; ``StoreError``.
    func recording<T>(
        _ key: UndoKey?, app: String, _ identifiers: [String], at date: Date, _ body: () throws -> T
    ) throws -> T {
        guard let key, let command = try command(key, at: date, adding: identifiers.count) else { return try body() }
        var seen: Set<String> = []
        var story: UndoStory?
        let changes = try identifiers.filter { seen.insert($0).inserted }.map {
            try change(of: command, key.kind, app: app, identifier: $0, at: date, &story)
        }
        let first = transaction.events.count
        let value = try body()
        let events = Dictionary(grouping: transaction.events[first...].filter { $0.app == app }, by: \.identifier)
        for change in changes {
            // A request that fires at once also has later events, which are no part of its change.
            let own = events[change.identifier]?.prefix { UndoStory.changing.contains($0.kind) }.last
            if let own {
                let warnings = try pendingWarnings(of: change)
                let last = warnings.compactMap { events[$0]?.last?.cursor }.reduce(own.cursor, max)
                try execute(UndoQuery.setEvent, [last, change.id])
            } else if change.event == 0 {
                try execute(UndoQuery.deleteChange, [change.id])
            }
        }
        try tidy(key.terminal, command)
        return value
    }

    /// Notes a command that can't be taken back, so that no older command is taken back instead.
    func note(_ key: UndoKey?, obstacle: String, at date: Date) throws {
        guard let key, let command = try command(key, at: date, adding: 0) else { return }
        try block(command, obstacle)
        try limit(key.terminal)
    }

    /// Returns the identifiers whose events change a request: its own, those of its early warnings and, for an early
    /// warning, that of its request.
    func names(of change: Change) throws -> [String] {
        let kept = try rows(UndoQuery.keptWarnings, [change.id, change.identifier]) { $0[0] as String }
        return [change.identifier] + Set(kept + (try pendingWarnings(of: change))).sorted() + (try parents(of: change))
    }

    private func pendingWarnings(of change: Change) throws -> [String] {
        try rows(Query.pendingWarnings, [change.app, change.identifier]) { PendingRow($0).identifier }
    }

    /// Returns the identifier of the request that an early warning belongs to; empty for a change of any other request.
    func parents(of change: Change) throws -> [String] {
        Set(try rows(UndoQuery.keptParents, [change.id, change.identifier]) { $0[0] as String }).sorted()
    }

    /// Deletes the commands that are too old to be taken back.
    func prune(at date: Date) throws {
        let now = date.timeIntervalSince1970
        try execute(UndoQuery.deleteOutside, [now - Self.seconds, now + Self.seconds])
    }

    /// Finds or makes the row of a command; nil if the command can't be taken back.
    private func command(_ key: UndoKey, at date: Date, adding count: Int) throws -> Int64? {
        let now = date.timeIntervalSince1970
        let id: Int64
        if let known = try row(UndoQuery.command, [key.terminal, key.command], { ($0[0] as Int64, $0[1] as String?) }) {
            guard known.1 == nil else { return nil }
            id = known.0
            // A command passes a long list of requests in several calls, of which the last one dates the command.
            try execute(UndoQuery.setDate, [now, id])
        } else {
            try execute(UndoQuery.insertCommand, [key.terminal, key.command, key.kind.rawValue, now])
            id = lastInsertedID
        }
        let before = try row(UndoQuery.countChanges, [id]) { $0[0] as Int } ?? 0
        guard before + count > Self.requests else { return id }
        try block(id, "it changed more than \(Self.requests) requests")
        try limit(key.terminal)
        return nil
    }

    private func block(_ command: Int64, _ obstacle: String) throws {
        try execute(UndoQuery.drop, [command])
        try execute(UndoQuery.block, [command, obstacle])
    }

    /// Finds the stored change of a request by a command; if there is none, stores it with the request's present rows.
    ///
    /// If the change is found, the events after it are read; `story` keeps them for the next call.
    private func change(
        of command: Int64, _ kind: UndoKey.Kind, app: String, identifier: String, at date: Date,
        _ story: inout UndoStory?
    ) throws -> Change {
        if let known = try row(UndoQuery.change, [command, app, identifier], Change.init) {
            // Another program may have changed the request since the command's earlier call.
            let events = try story ?? UndoStory(in: self)
            story = events
            if let reason = events.reason(app, try names(of: known), since: known.event) {
                try execute(UndoQuery.blockChange, [known.id, reason])
            }
            return known
        }
        guard let change = try row(UndoQuery.insertChange, [command, app, identifier], Change.init) else {
            throw StoreError("a change was not stored")
        }
        try execute(UndoQuery.keepNamed, [change.id, app, identifier])
        try execute(UndoQuery.keepWarnings, [change.id, app, identifier])
        if kind == .snooze || kind == .cancel { try keepFired(change, kind, at: date) }
        return change
    }

    /// Keeps a notification that the command takes from the screen or from the next digest as a snoozed copy, which is
    /// due after an undo.
    private func keepFired(_ change: Change, _ kind: UndoKey.Kind, at date: Date) throws {
        let (app, identifier) = (change.app, change.identifier)
        let delivered =
            kind == .cancel ? nil : try row(OccurrenceQuery.occurrenceNamed, [app, identifier]) { $0[0] as Int64 }
        let held = try delivered == nil ? row(TimeQuery.waitingNamed, [app, identifier]) { $0[0] as Int64 } : nil
        let count = try delivered == nil ? row(UndoQuery.held, [app, identifier]) { $0[0] as Int } ?? 0 : 1
        guard count > 0 else { return }
        let hasCopy = try row(UndoQuery.keptCopy, [change.id, identifier], { _ in true }) == true
        guard let row = delivered ?? held, count == 1, !hasCopy else {
            // A request has only one snoozed copy, so several notifications can't be kept.
            return try execute(UndoQuery.blockChange, [change.id, "had several notifications that waited"])
        }
        let due = date.timeIntervalSince1970
        let source = delivered == nil ? SnoozeSource.missed : .occurrence
        try execute(sql: source.undoStatement, [row, due, due, change.id])
    }

    /// Deletes a command without changes, and the data of commands beyond the limits.
    private func tidy(_ terminal: String, _ command: Int64) throws {
        if try row(UndoQuery.countChanges, [command], { $0[0] as Int }) == 0 {
            try execute(UndoQuery.delete, [command])
        } else if try row(UndoQuery.keptBytes, [command], { $0[0] as Double }) ?? 0 > Self.bytes {
            try block(command, "its requests were larger than 8 MiB")
        }
        try limit(terminal)
    }

    private func limit(_ terminal: String) throws {
        if let last = try row(UndoQuery.following, [terminal, Self.commands], { $0[0] as Int64 }) {
            // The row of each command stays, so that a command that still runs does not begin anew with its next call.
            try execute(UndoQuery.dropUpTo, [terminal, last])
            try execute(UndoQuery.blockUpTo, [terminal, last, "it was more than \(Self.commands) commands ago"])
        }
        if let last = try row(UndoQuery.oldest, [Self.allCommands], { $0[0] as Int64 }) {
            try execute(UndoQuery.deleteUpTo, [last])
        }
    }
}

extension Transaction {
    var undoTable: UndoTable { UndoTable(transaction: self) }
}
