// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import Triggers

@testable import NotificationStore

/// A Friday.
let noon = Date(timeIntervalSince1970: 1_800_000_000)
let app = "org.example.Tea"
let server = ServerNumber(owner: ":1.7", number: 1)

func request(
    _ identifier: String, title: String = "Tea", trigger: Trigger? = nil, warnsOf parent: String = "",
    on commands: [String: Command] = [:]
) -> Request {
    Request(
        identifier: identifier, content: Content(title: title), trigger: trigger,
        responsePlan: ResponsePlan(commands: commands), parentIdentifier: parent)
}

/// Runs a body with a path for a store, in a folder that is removed afterwards.
func withFolder<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let root = FileManager.default.temporaryDirectory.appending(path: "belfry-store-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    return try await body(root.path + "/state/belfry")
}

extension NotificationStore {
    func answer(
        _ id: Int64, with response: Response, receivers: [Receiver], facts: [String: PropertyListValue] = [:],
        at date: Date
    ) async throws -> [OutboxItem]? {
        try await answerAnyPresentation(id, with: response, receivers: receivers, facts: facts, at: date)?.items
    }

    @discardableResult
    func add(
        _ request: Request, app: String = app, due: Addition.Due = .at(noon), quota: Quota = Quota()
    ) async throws -> AddOutcome {
        let addition = Addition(app: app, request: request, due: due, addedAt: noon - 60, quota: quota)
        return try await add([addition], atomically: true)[0].get()
    }

    /// Fires a request at once, and ignores the occurrence that it replaced.
    func present(_ request: Request, app: String = app) async throws -> Occurrence {
        guard case .presenting(let occurrence) = try await add(request, app: app, due: .now) else {
            throw StoreError("it does not present")
        }
        return occurrence
    }

    /// Fires a request at once and has a server show it.
    func show(_ request: Request, app: String = app, number: UInt32 = 1) async throws -> Occurrence {
        let occurrence = try await present(request, app: app)
        try await markShown(occurrence.id, server: ServerNumber(owner: server.owner, number: number), at: noon)
        return occurrence
    }

    /// Snoozes a request; of a repeating one that is pending, the next date moves and the others are hours apart.
    @discardableResult
    func snooze(app: String, identifier: String, until: Date, at date: Date) async throws -> Occurrence? {
        try await snooze(app: app, identifier: identifier, until: until, skipping: .hourly, at: date).ended
    }

    /// Fires the due requests and shows all of them; `next` is the date after that.
    func fireDue(
        at now: Date, limit: Int, next: @escaping @Sendable (_ request: Request, _ anchor: Date, _ due: Date) -> Date?
    ) async throws -> [Occurrence] {
        try await fireDue(at: now, limit: limit) { due in
            Firing(next: due.isSnoozed ? nil : next(due.request, due.addedAt, due.due))
        }.fired
    }

    /// Computes calendar dates again, without a clock record.
    func recomputeCalendarDates(
        next: @escaping @Sendable (_ request: Request, _ addedAt: Date, _ lastFired: Date?) -> Date?
    ) async throws {
        try await recomputeCalendarDates { wait in
            next(wait.request, wait.addedAt, wait.lastFired).map { ($0, wait.settled) }
        }
    }

    /// Fires the requests that are due at noon, once.
    func fire(at date: Date = noon, limit: Int = 100) async throws -> [Occurrence] {
        try await fireDue(at: date, limit: limit) { _, _, _ in nil }
    }

    func pendingNames(app: String? = app) async throws -> [String] {
        try await pending(app: app).map { $0.isSnoozed ? "\($0.request.identifier) (snoozed)" : $0.request.identifier }
    }

    func deliveredNames(app: String? = app) async throws -> [String] {
        try await delivered(app: app).map(\.identifier)
    }

    /// The size of the application's pending requests.
    func load() async throws -> WaitingLoad { try await write { try WaitingLoad(of: app, firesNow: false, in: $0) } }

    /// Runs SQL of the test, and returns the text of its result.
    func run(_ sql: String) async throws -> [[String]] {
        try await write { try $0.texts(sql) }
    }

    /// The log, as `kind identifier`, without the additions.
    func story(app: String? = app) async throws -> [String] {
        try await events(app: app, limit: 1000).filter { $0.kind != .set }.map { "\($0.kind) \($0.identifier)" }
    }
}

extension DateSkipping {
    /// Leaves out dates that are an hour apart, of any trigger.
    static let hourly = DateSkipping {
        dates(of: $0, count: $1)
    } warning: { warning, skipped in
        dates(of: warning, count: skipped.filter { $0 >= warning.due }.count)
    }

    private static func dates(of wait: PendingRequest, count: Int) -> SkippedDates {
        SkippedDates(
            skipped: (0..<count).map { wait.due + Double($0) * 3600 }, next: wait.due + Double(count) * 3600,
            trigger: wait.request.trigger)
    }
}

/// A response to an occurrence.
func response(to occurrence: Occurrence, _ kind: Response.Kind = .action, _ action: String = "ok") -> Response {
    Response(kind: kind, actionIdentifier: action, date: noon, notification: occurrence.notification)
}
