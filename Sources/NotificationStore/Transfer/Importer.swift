// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import NotificationModel
import Triggers

/// Inserts the records of an import into the tables.
///
/// An importer is used on the store's queue, within one transaction.
struct Importer {
    let transaction: Transaction
    let options: ImportOptions
    let now: Date
    /// The highest row id of a pending request before this import.
    private let lastPending: Int64
    /// Responses and commands that the outbox had before this import, by application and receiver.
    var items: [ItemList: Set<Item>] = [:]
    /// The events that the log had before this import, by application.
    var events: [String: Set<Event>] = [:]
    /// The entries of the history, by application.
    var entries: [String: Set<Entry>] = [:]
    /// The number of the import's last line with a delivered notification, by application; ``responses`` and
    /// ``categories`` hold the same for responses and categories.
    private(set) var delivered: [String: Int] = [:]
    var responses: [String: Int] = [:]
    private(set) var categories: [String: Int] = [:]
    var outcome = ImportOutcome()

    init(_ transaction: Transaction, _ options: ImportOptions, at now: Date) throws {
        self.transaction = transaction
        self.options = options
        self.now = now
        lastPending = try transaction.row(TransferQuery.lastPending, []) { $0[0] } ?? 0
    }

    /// Notes in the store that the export is imported, and tells whether to insert its records.
    ///
    /// - Returns: False if the export was imported before and the options do not ask for it again.
    /// - Throws: `DatabaseError`.
    mutating func begin() throws -> Bool {
        guard !options.file.isEmpty else { return true }
        let before = try transaction.row(TransferQuery.importDate, [options.file]) {
            Date(timeIntervalSince1970: $0[0])
        }
        if let before, !options.again {
            outcome.before = before
            return false
        }
        try transaction.execute(TransferQuery.noteImport, [options.file, now.timeIntervalSince1970])
        return true
    }

    mutating func take(_ row: ImportRow) throws {
        // Events and entries of the history are inserted later, all at once.
        guard row.kind != .history, row.kind != .event else { return }
        let isIn =
            switch row.kind {
            case .application: try takeApplication(row)
            case .category: try takeCategory(row)
            case .pause: try takePause(row)
            case .disabledExtension: try takeDisabledExtension(row)
            case .registration: try takeRegistration(row)
            case .pending: try takePending(row)
            case .delivered: try takeDelivered(row)
            case .missed: try takeMissed(row)
            case .response, .command: try takeItem(row)
            case .history, .event: false
            }
        if isIn {
            outcome.imported[row.kind, default: 0] += 1
        } else {
            outcome.kept += 1
        }
    }

    // MARK: - Applications

    private mutating func takeApplication(_ row: ImportRow) throws -> Bool {
        let own = try transaction.row(Query.application, [row.app]) { (badge: $0[0] as Int, options: $0[1] as Data?) }
        var isIn = false
        if let badge = row.number, badge > 0, badge != own?.badge, own?.badge ?? 0 == 0 || options.replaces {
            if own?.badge ?? 0 > 0 { outcome.replaced += 1 }
            try transaction.execute(Query.setBadge, [row.app, badge])
            isIn = true
        }
        if let asked = row.extra, asked != own?.options, own?.options == nil || options.replaces {
            try transaction.execute(Query.setAuthorization, [row.app, asked])
            isIn = true
        }
        return isIn
    }

    private mutating func takeCategory(_ row: ImportRow) throws -> Bool {
        guard let id = try transaction.row(TransferQuery.categoryNamed, [row.app, row.identifier], { $0[0] as Int64 })
        else {
            categories[row.app] = row.line
            try transaction.execute(Query.insertCategory, [row.app, row.identifier, row.extra])
            return true
        }
        guard options.replaces else { return false }
        outcome.replaced += 1
        try transaction.execute(TransferQuery.setCategory, [id, row.extra])
        return true
    }

    private mutating func takePause(_ row: ImportRow) throws -> Bool {
        // A pause that has ended is not imported.
        if let until = row.dates.0, until <= now.timeIntervalSince1970 { return false }
        if try transaction.row(TransferQuery.pauseOf, [row.app], { _ in true }) != nil {
            guard options.replaces else { return false }
            outcome.replaced += 1
        }
        try transaction.execute(TimeQuery.setPause, [row.app, row.dates.0])
        return true
    }

    private mutating func takeDisabledExtension(_ row: ImportRow) throws -> Bool {
        try transaction.execute(OccurrenceQuery.disableExtension, [row.app, row.text])
        return transaction.changes > 0
    }

    // MARK: - Requests and notifications

    private mutating func takePending(_ row: ImportRow) throws -> Bool {
        let isThere =
            try transaction.row(TransferQuery.earlierPending, [row.app, row.identifier, lastPending]) { _ in true }
            != nil
        if isThere {
            guard options.replaces else { return false }
            outcome.replaced += 1
            _ = try transaction.pendingTable.replacePending(app: row.app, identifier: row.identifier)
            outcome.gaveWay.append((row.app, row.identifier))
        } else if !row.text.isEmpty, !options.replaces,
            try transaction.row(TransferQuery.earlierPending, [row.app, row.text, lastPending], { _ in true }) != nil
        {
            // Its request wasn't imported, so this early warning would attach to another request with that identifier.
            return false
        }
        try checkRoom(for: row, isNew: !isThere, firesNow: false)
        let isFence = row.flags.contains(.waitsForPlace)
        if isFence { try transaction.pendingTable.checkFences(of: row.app) }
        try transaction.execute(UndoQuery.blockChangesOf, [row.app, row.identifier, "has been imported since"])
        try unlessTwice(row) {
            try transaction.execute(
                TransferQuery.takePending,
                [
                    row.app, row.identifier, row.flags.contains(.snoozed), row.dates.0, row.dates.1, row.dates.2,
                    row.flags.contains(.moves), row.flags.contains(.repeats), row.text, row.request, row.schedule,
                    row.number, row.leeway, row.flags.contains(.wakes), isFence ? PendingTable.unknownFence : nil,
                ])
        }
        return true
    }

    private mutating func takeDelivered(_ row: ImportRow) throws -> Bool {
        if let older = try transaction.row(
            OccurrenceQuery.occurrenceNamed, [row.app, row.identifier], OccurrenceRow.init)
        {
            guard delivered[row.app] == nil || !took(row) else { throw Self.twice(row) }
            guard options.replaces else { return false }
            outcome.replaced += 1
            try transaction.end(older.id, app: row.app, identifier: row.identifier, event: .replaced, at: now)
            if let ended = try? older.decoded() { outcome.ended.append(ended) }
        }
        let state = DeliveredRecord.State(rawValue: row.text) ?? .listed
        if state == .presenting { try checkRoom(for: row, firesNow: true) }
        try transaction.execute(
            TransferQuery.takeOccurrence,
            [
                row.app, row.identifier,
                state == .presenting ? Occurrence.State.presenting.rawValue : Occurrence.State.unpresented.rawValue,
                row.dates.0, row.dates.1, row.request, row.schedule, state == .shown ? 1 : nil,
                row.extra,
            ])
        let id = transaction.lastInsertedID
        names.insert(Name(app: row.app, identifier: row.identifier))
        delivered[row.app] = row.line
        guard let request = row.request else { return true }
        let stored = try StoredRequest(request: request, trigger: nil).decoded()
        guard stored.policy.nag != nil || stored.policy.expires != nil else { return true }
        try transaction.scheduleLater(
            id,
            Notification(
                app: row.app, request: stored, date: Date(timeIntervalSince1970: row.dates.0 ?? 0),
                due: Date(timeIntervalSince1970: row.dates.1 ?? 0)))
        if let nags = row.dates.2 {
            try transaction.execute(TimeQuery.setLater, [id, nags, row.number])
        } else {
            try transaction.execute(TimeQuery.deleteLater, [id, LaterRow.Kind.nag.rawValue])
        }
        return true
    }

    // MARK: - Duplicate lines

    private struct Name: Hashable {
        let app: String
        let identifier: String
    }

    /// The delivered notifications that this import has inserted, at most a thousand of each application.
    private var names: Set<Name> = []

    private func took(_ row: ImportRow) -> Bool { names.contains(Name(app: row.app, identifier: row.identifier)) }

    /// Inserts a record by `body`; refuses the record if an earlier line of the file has it already.
    private func unlessTwice(_ row: ImportRow, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            throw Self.twice(row)
        }
    }

    private static func twice(_ row: ImportRow) -> RefusedLine {
        RefusedLine(
            line: row.line,
            refusal: .invalidRequest(
                "app \"\(row.app)\" has a \(row.kind.rawValue) request \"\(row.identifier)\" on an earlier line already"
            ))
    }

    /// Rounds a date to microseconds, as the dates of an export are rounded.
    static func micros(_ seconds: Double) -> Int64 { Int64((seconds * 1e6).rounded()) }
}
