// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import NotificationModel
import Triggers

/// The commands that can be taken back, in a transaction.
struct UndoTable: StatementAccess {
    /// The number of commands that are kept for a terminal.
    static let commands = 10
    /// The number of seconds for which a command is kept.
    static let seconds: TimeInterval = 3600
    /// The largest number of requests of a command that can be taken back.
    static let requests = 1000

    let transaction: Transaction

    var db: Database { transaction.db }

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
        let changes = try identifiers.filter { seen.insert($0).inserted }.map {
            (id: try change(of: command, key.kind, app: app, identifier: $0, at: date), identifier: $0)
        }
        let first = transaction.events.count
        let value = try body()
        let events = Dictionary(grouping: transaction.events[first...].filter { $0.app == app }) {
            Self.request($0.identifier)
        }
        for change in changes {
            // A request that fires at once has fired after its change.
            let own = events[Self.request(change.identifier)]?.prefix { Self.changing.contains($0.kind) }
            if let own, let event = own.last, own.contains(where: { $0.identifier == change.identifier }) {
                try execute(UndoQuery.setEvent, [event.cursor, change.id])
            } else if try row(UndoQuery.eventOf, [change.id], { $0[0] as Int64 }) == 0 {
                try execute(UndoQuery.deleteChange, [change.id])
            }
        }
        try prune(key.terminal, command, at: date)
        return value
    }

    /// The kinds of events that log a change to a pending request.
    static let changing: Set<EventRecord.Kind> = [.set, .removed, .snoozed, .skipped]

    /// The identifier of the request that an early warning is for: its own without the tilde and the lead time.
    private static func request(_ identifier: String) -> Substring {
        identifier.lastIndex(of: "~").map { identifier[..<$0] } ?? identifier[...]
    }

    /// Finds or makes the row of a command; nil if the command changes too many requests.
    private func command(_ key: UndoKey, at date: Date, adding count: Int) throws -> Int64? {
        let known = try row(UndoQuery.command, [key.terminal, key.command]) { ($0[0] as Int64, $0[1] as Bool) }
        if let (_, isKept) = known, !isKept { return nil }
        if known == nil {
            try execute(
                UndoQuery.insertCommand, [key.terminal, key.command, key.kind.rawValue, date.timeIntervalSince1970])
        }
        let id = known?.0 ?? lastInsertedID
        let before = try row(UndoQuery.countChanges, [id]) { $0[0] as Int } ?? 0
        guard before + count > Self.requests else { return id }
        try execute(UndoQuery.dropChanges, [id])
        try execute(UndoQuery.setDropped, [id])
        try prune(key.terminal, nil, at: date)
        return nil
    }

    /// Finds the change of a request by a command, or keeps the rows that the request has now.
    private func change(
        of command: Int64, _ kind: UndoKey.Kind, app: String, identifier: String, at date: Date
    ) throws -> Int64 {
        if let known = try row(UndoQuery.change, [command, app, identifier], { $0[0] as Int64 }) { return known }
        try execute(UndoQuery.insertChange, [command, app, identifier])
        let id = lastInsertedID
        try execute(UndoQuery.keepNamed, [id, app, identifier])
        try execute(UndoQuery.keepWarnings, [id, app, identifier])
        guard kind == .snooze || kind == .cancel else { return id }
        // What the command takes from the screen or from the next digest comes back as a snoozed copy that is due.
        let delivered =
            kind == .cancel ? nil : try row(OccurrenceQuery.occurrenceNamed, [app, identifier]) { $0[0] as Int64 }
        let held = try delivered == nil ? row(TimeQuery.waitingNamed, [app, identifier]) { $0[0] as Int64 } : nil
        for (source, row) in [(SnoozeSource.occurrence, delivered), (.missed, held)] {
            guard let row else { continue }
            let due = date.timeIntervalSince1970
            try execute(sql: source.undoStatement, [row, due, due, id])
        }
        return id
    }

    /// Deletes the commands that are too old to be taken back.
    func prune(at date: Date) throws {
        try execute(UndoQuery.deleteUntil, [date.timeIntervalSince1970 - Self.seconds])
    }

    private func prune(_ terminal: String, _ command: Int64?, at date: Date) throws {
        if let command, try row(UndoQuery.countChanges, [command], { $0[0] as Int }) == 0 {
            try execute(UndoQuery.delete, [command])
        }
        try prune(at: date)
        if let oldest = try row(UndoQuery.oldest, [terminal, Self.commands], { $0[0] as Int64 }) {
            try execute(UndoQuery.deleteUpTo, [terminal, oldest])
        }
    }
}

extension Transaction {
    var undoTable: UndoTable { UndoTable(transaction: self) }
}
