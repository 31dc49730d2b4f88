// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentDesktop
import AgentFiles
import AgentInterface
import AgentMachine
import DBus
import DesktopPresentation
import EventLoop
import FoundationEssentials
import NotificationModel
import NotificationStore
import TimeExpressions
import Triggers

/// Lists of pending requests, delivered and missed notifications, and logged events, whole or page by page.
struct RequestLists: Sendable {
    let store: NotificationStore
    let clock: any WallClock
    let desktop: Desktop

    /// A page of a list, and the position after which the next page begins, which is empty at the end of the list.
    typealias Page = (rows: [[String: Value]], next: String)

    func pending(of app: String?) async throws -> [[String: Value]] {
        try await rows(try await store.pending(app: app, upTo: ListLimit.bytes))
    }

    func pendingPage(_ options: Value, of app: String?) async throws -> Page {
        let options = try DictionaryCoding.decode(PageOptions.self, from: options)
        guard options.number == nil else {
            throw Refusal.invalidRequest("number is a number of the notification server; only DeliveredPage takes it")
        }
        let (page, keys) = (try page(options), try RowKeys(options.keys))
        if keys.areOfOutline {
            let (outlines, end) = try await store.pendingOutlines(app: app, page: page)
            return (try await rows(outlines, keys), end?.text ?? "")
        }
        let (requests, end) = try await store.pending(app: app, page: page)
        return (try await rows(requests).map(keys.part(of:)), end?.text ?? "")
    }

    func delivered(of app: String?) async throws -> [[String: Value]] {
        try await rows(try await store.delivered(app: app, upTo: ListLimit.bytes))
    }

    func deliveredPage(_ options: Value, of app: String?) async throws -> Page {
        var options = try DictionaryCoding.decode(PageOptions.self, from: options)
        if let number = options.number {
            options.identifiers = await desktop.identifier(ofNumber: number, app: app).map { [$0] } ?? []
        }
        let keys = try RowKeys(options.keys)
        let (occurrences, end) = try await store.delivered(app: app, page: page(options))
        return (try await rows(occurrences).map(keys.part(of:)), end?.text ?? "")
    }

    /// Returns the request of a delivered notification as it was before a service extension has rewritten it.
    ///
    /// - Throws: ``NotificationModel/Refusal`` `noSuchRequest` if no such notification is delivered.
    func original(_ identifier: String, of app: String) async throws -> [String: Value] {
        guard let request = try await store.originalRequest(app: app, identifier: identifier) else {
            throw Refusal(.noSuchRequest, "app \"\(app)\" has no delivered notification \"\(identifier)\"")
        }
        return try DictionaryCoding.properties(of: request)
    }

    func missed(of app: String?) async throws -> [[String: Value]] {
        try await store.missed(app: app).map { missed in
            let notification = Notification(
                app: missed.app, request: missed.request, date: missed.date, due: missed.due)
            var dictionary = try DictionaryCoding.properties(of: notification)
            dictionary["reason"] = .string(missed.reason)
            dictionary["waits"] = .boolean(missed.isWaiting)
            if missed.isWaiting { dictionary["state"] = .string(missed.reason == "missed" ? "missed" : "held") }
            return dictionary
        }
    }

    func log(_ options: Value, of app: String?) async throws -> [[String: Value]] {
        let options = try DictionaryCoding.decode(LogOptions.self, from: options)
        try Request.check(options.limit, "limit", 1...10_000)
        var events = try await store.events(
            app: app, since: options.since, limit: options.identifier == nil ? options.limit : 10_000,
            newestFirst: options.newest)
        if let identifier = options.identifier {
            events = Array(events.filter { $0.identifier == identifier }.prefix(options.limit))
        }
        return try events.sorted { $0.cursor < $1.cursor }.map { try DictionaryCoding.properties(of: $0) }
    }

    private func page(_ options: PageOptions) throws -> ListPage {
        let (text, after) = (options.after, ListPosition(options.after))
        guard after != nil || text.isEmpty else {
            throw Refusal.invalidRequest(
                "after is \"\(text)\"; it must be the position that the previous page returned")
        }
        return ListPage(
            identifiers: options.identifiers, prefix: options.prefix, limit: options.limit,
            bytes: min(ListLimit.pageBytes, ListLimit.bytes), after: after)
    }

    private func rows(_ requests: [PendingRequest]) async throws -> [[String: Value]] {
        let facts = try await facts(of: requests.contains(where: \.waitsForPlace))
        return try await offLoop(each: requests) { request in
            var dictionary = try DictionaryCoding.properties(of: request.request)
            facts.add(request.outline, to: &dictionary, RowKeys.all)
            return dictionary
        }
    }

    private func rows(_ outlines: [PendingOutline], _ keys: RowKeys) async throws -> [[String: Value]] {
        let facts = try await facts(of: outlines.contains { $0.trigger?.region != nil })
        return try await offLoop(each: outlines) { outline in
            var row: [String: Value] = [:]
            row.reserveCapacity(8)
            facts.add(outline, to: &row, keys)
            return row
        }
    }

    private func facts(of hasPlaces: Bool) async throws -> ListedFacts {
        ListedFacts(
            now: clock.now, zone: clock.timeZone,
            permissions: hasPlaces ? try await store.locationPermissions() : [:])
    }

    /// Returns the given occurrences that appear in lists of delivered notifications.
    func listed(_ occurrences: [Occurrence]) async -> [Occurrence] {
        let unlisted = await desktop.unlisted
        return occurrences.filter { $0.isListed && !unlisted.contains($0.id) }
    }

    private func rows(_ occurrences: [Occurrence]) async throws -> [[String: Value]] {
        let listed = await listed(occurrences)
        let wants = await desktop.wants(of: listed.filter { $0.state == .presenting }.map(\.id))
        return try await offLoop(each: listed) { occurrence in
            var dictionary = try DictionaryCoding.properties(of: occurrence.notification)
            dictionary["state"] = .string("\(occurrence.state)")
            if occurrence.isExtending {
                dictionary["waitsFor"] = .string("extension")
            } else if let want = wants[occurrence.id] {
                dictionary["waitsFor"] = .string(want.rawValue)
            }
            return dictionary
        }
    }
}

/// Largest sizes, in bytes on the bus, of answers that contain lists.
///
/// Tests set smaller limits by ``AgentFiles/TestHook``.
enum ListLimit {
    /// Largest size of a whole list, which is returned in one message.
    static let bytes = TestHook.listBytes.value.flatMap { Int($0) } ?? 16 << 20

    /// Largest size of the answer to a call that adds many requests.
    static let answerBytes = TestHook.answerBytes.value.flatMap { Int($0) } ?? 16 << 20

    /// Largest size of a page, small enough for other calls to be answered between two pages.
    static let pageBytes = 4 << 20
}
