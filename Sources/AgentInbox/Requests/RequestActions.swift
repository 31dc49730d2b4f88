// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentDesktop
import AgentFiles
import AgentInterface
import AgentMachine
import AgentOutbox
import AgentRules
import AgentSchedule
import DBus
import FoundationEssentials
import NotificationModel
import NotificationStore
import Triggers

/// Removal, categories, badges, snoozing, the log, and receivers.
extension Inbox {
    /// Cancels pending requests, or for nil all of the application's; returns those that were pending.
    func removePending(_ identifiers: [String]?, of app: String, for sender: String) async throws -> [String] {
        let (app, _) = try await application(app, for: sender)
        let removed = try await store.removePending(app: app, identifiers: identifiers, at: clock.now)
        CrashPoint.reached(.afterRemovalCommit)
        return removed
    }

    /// Withdraws delivered notifications, or for nil all of the application's; returns those that were delivered.
    func removeDelivered(_ identifiers: [String]?, of app: String, for sender: String) async throws -> [String] {
        let (app, _) = try await application(app, for: sender)
        let removed = try await store.removeDelivered(app: app, identifiers: identifiers, at: clock.now)
        CrashPoint.reached(.afterRemovalCommit)
        await desktop.remove(removed)
        return removed.map(\.notification.request.identifier)
    }

    func setCategories(_ dictionaries: [Value], of app: String, for sender: String) async throws {
        let (app, _) = try await application(app, for: sender)
        let categories = try dictionaries.map {
            try DictionaryCoding.decode(NotificationModel.Category.self, from: $0)
        }
        try NotificationModel.Category.validate(categories)
        try await store.setCategories(categories, app: app)
    }

    func categories(of app: String, for sender: String) async throws -> [[String: Value]] {
        let (app, _) = try await application(app, for: sender)
        return try await store.categories(app: app).map { try DictionaryCoding.properties(of: $0) }
    }

    // MARK: - Badges

    func setBadge(_ count: UInt32, of app: String, for sender: String) async throws {
        let (app, _) = try await application(app, for: sender)
        let permission = await permission(of: app)
        guard permission.badge else { throw Self.badgeRefusal(app, permission) }
        try await store.setBadge(Int(count), app: app)
        await desktop.showBadge(Int(count), of: app)
    }

    // MARK: - Snoozing

    func snooze(_ identifier: String, seconds: Double, of app: String, for sender: String) async throws {
        let (app, _) = try await application(app, for: sender)
        guard seconds.isFinite, seconds > 0, seconds <= 100 * 366 * 86400 else {
            throw Refusal.invalidTrigger("seconds is \(seconds); it must be more than 0, and at most 100 years")
        }
        let now = clock.now
        let until = now + seconds
        let shown = try await store.snooze(app: app, identifier: identifier, until: until, at: now)
        CrashPoint.reached(.afterSnoozeCommit)
        if let shown { await desktop.remove([shown]) }
        await scheduler.expect(until)
    }

    // MARK: - Log and receivers

    func log(_ options: Value, of app: String, for sender: String) async throws -> [[String: Value]] {
        let (app, _) = try await application(app, for: sender, allowsAll: true)
        let options = try DictionaryCoding.decode(LogOptions.self, from: options)
        guard (1...10_000).contains(options.limit) else {
            throw Refusal.invalidRequest("limit is \(options.limit); it must be from 1 to 10000")
        }
        var events = try await store.events(
            app: scope(app), since: options.since, limit: options.identifier == nil ? options.limit : 10_000,
            newestFirst: options.newest)
        if let identifier = options.identifier {
            events = Array(events.filter { $0.identifier == identifier }.prefix(options.limit))
        }
        return try events.sorted { $0.cursor < $1.cursor }.map { try DictionaryCoding.properties(of: $0) }
    }

    func attach(_ options: Value, to app: String, for sender: String) async throws {
        let (app, caller) = try await application(app, for: sender)
        let options = try DictionaryCoding.decode(AttachOptions.self, from: options)
        try await outbox.attach(Delegates.Entry(connection: caller.connection, app: app, options: options))
    }

    func detach(from app: String, for sender: String) async throws {
        let (app, caller) = try await application(app, for: sender)
        await outbox.detach(caller.connection, from: app)
    }
}
