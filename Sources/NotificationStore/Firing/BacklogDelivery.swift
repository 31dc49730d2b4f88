// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import NotificationModel

/// Delivers the held-back requests of one application. The requests are read a page at a time, because there may be
/// more of them than fit in memory.
///
/// A delivery runs on the store's queue, within one transaction.
struct BacklogDelivery {
    private let transaction: Transaction
    private let app: String
    private let now: Date
    private let rules: NotificationStore.DigestRules
    private var categories: [String: NotificationModel.Category?] = [:]
    /// Occurrences that this delivery has made, to be shown now.
    private(set) var occurrences: [Occurrence] = []
    /// Responses that say that requests have expired; the agent starts the requests' commands for `expired`.
    private(set) var expired: [Response] = []
    /// Row ids of the requests that this delivery has shown outside a digest, by the request's identifier.
    private var fired: [String: Int64] = [:]
    /// Whether this delivery has shown a request that no digest may contain and no caller awaits; it shows at most one.
    private var hasOwn = false

    private static let page = 200

    private typealias Entry = (row: MissedRow, missed: MissedRequest)

    init(_ transaction: Transaction, app: String, now: Date, _ rules: NotificationStore.DigestRules) {
        (self.transaction, self.app, self.now) = (transaction, app, now)
        self.rules = rules
    }

    /// Shows the next request that no digest may contain, and those of these requests for whose answer a caller waits.
    mutating func takeAlone() throws {
        // During a pause, only those urgent requests of a flood are shown whose level the pause does not hold back, one
        // in each delivery.
        let held = rules.heldLevels
        let idle =
            HeldDeliveryKind.ofLevels.filter { held.contains($0.level) }.map(\.place)
            + (held.contains(.active) ? [.alone] : [])
        for place in HeldDeliveryKind.byThemselves where !idle.contains(place) {
            try eachPage(of: place) { entries, delivery in
                for entry in entries { try delivery.takeAlone(entry) }
                // Each delivery shows one request that no caller awaits; the next requests wait for later deliveries.
                return !delivery.hasOwn
            }
        }
    }

    /// Makes the digest of all requests that wait for a digest of the kind `place`.
    mutating func takeDigest(_ place: HeldDeliveryKind) throws {
        let isFlood = place == .flood
        var digest: Request?
        if isFlood,
            let row = try transaction.row(
                OccurrenceQuery.occurrenceNamed, [app, rules.floodIdentifier], OccurrenceRow.init)
        {
            digest = try? row.stored.decoded()
        }
        var only: Entry?
        var count = 0
        // A request without text adds no line to the digest. The digest gets the newest badge of all requests.
        var silent: Entry?
        var badge: Int?
        var badgeRow: Int64 = 0
        try eachPage(of: place) { entries, delivery in
            var gathered: [Entry] = []
            for entry in entries {
                let hasWaiter = delivery.rules.isAwaited(entry.row.identifier, entry.missed.request.instance)
                let content = entry.missed.request.content
                if let number = content.badge { (badge, badgeRow) = (number, entry.row.id) }
                if content.hasNoText {
                    try delivery.settle(entry.row)
                    if content.badge != nil || silent?.missed.request.content.badge == nil { silent = entry }
                } else if hasWaiter {
                    try delivery.settle(entry.row)
                    try delivery.fire(entry)
                } else if entry.missed.request.comesAlone || delivery.hasCategoryButtons(entry.missed.request) {
                    try delivery.takeAlone(entry)
                } else {
                    try delivery.settle(entry.row)
                    gathered.append(entry)
                }
            }
            // A digest leaves out requests of which this delivery has shown a newer occurrence by itself.
            gathered.removeAll { delivery.hasFired(after: $0) }
            guard !gathered.isEmpty else { return true }
            count += gathered.count
            if count == 1, digest == nil {
                only = gathered.first
                return true
            }
            let page = (only.take().map { [$0] } ?? []) + gathered
            try delivery.keepDigested(page)
            digest = delivery.rules.digest(
                DigestPage(
                    missed: page.map(\.missed), isFlood: isFlood, earlier: digest, formats: delivery.formats(of: page)))
            return true
        }
        if let only, !hasFired(after: only) {
            try fire(only)
        } else if count > 0, only == nil, var digest {
            // The badge of the earlier digest is dropped, because the application may have set another badge.
            digest.content.badge = badge
            return try fire(digest, of: count, isFlood: isFlood)
        }
        guard let silent, !hasFired(after: silent) else { return }
        let isNewestBadge = badgeRow == silent.row.id
        if isNewestBadge || count == 0 && silent.missed.request.content.badge == nil { try fire(silent) }
    }

    /// Adds the requests of a digest to the history.
    private func keepDigested(_ page: [Entry]) throws {
        for entry in page { try transaction.keepMissed(entry.row.id, .digest, at: now) }
    }

    /// Tells whether this delivery has shown a newer occurrence of the entry's request separately.
    private func hasFired(after entry: Entry) -> Bool { fired[entry.row.identifier] ?? 0 > entry.row.id }

    private mutating func fire(_ digest: Request, of count: Int, isFlood: Bool) throws {
        var detail: [String: PropertyListValue] = ["gathered": .integer(Int64(count))]
        if isFlood { detail["reason"] = .string(MissedRequest.floodReason) }
        occurrences.append(
            try transaction.fire(
                Notification(app: app, request: digest, date: now, due: now), try StoredRequest(digest), detail: detail)
        )
    }

    /// Shows an entry outside a digest if a caller waits for its answer. Otherwise shows it if it is the newest entry
    /// of its request and this delivery has shown no other such entry.
    private mutating func takeAlone(_ entry: Entry) throws {
        let (row, missed) = entry
        if rules.isAwaited(row.identifier, missed.request.instance) {
            try settle(row)
            return try fire(entry)
        }
        let newest = try transaction.row(TimeQuery.waitingNamed, [app, row.identifier]) { $0[0] as Int64 }
        guard newest == row.id else {
            try settle(row)
            return try transaction.keepMissed(row.id, .replaced, at: now)
        }
        guard !hasOwn else { return }
        try settle(row)
        hasOwn = true
        try fire(entry)
    }

    private mutating func fire(_ entry: Entry) throws {
        fired[entry.row.identifier] = entry.row.id
        // The request's command for `fired` ran when the request was due, so it does not run again.
        occurrences.append(
            try transaction.fire(
                Notification(app: app, request: entry.missed.request, date: now, due: entry.row.due), entry.row.stored,
                startsCommand: false, heldBack: entry.row.id))
    }

    private func settle(_ row: MissedRow) throws { try transaction.execute(TimeQuery.settleMissed, [row.id]) }

    /// Calls `body` with pages of readable, unexpired requests no longer held back, until `body` returns false.
    private mutating func eachPage(
        of place: HeldDeliveryKind, _ body: ([Entry], inout BacklogDelivery) throws -> Bool
    ) throws {
        var last: Int64 = 0
        while true {
            let rows = try transaction.rows(
                TimeQuery.waitingAtPlace, [app, place.rawValue, last, Self.page], MissedRow.init)
            guard let end = rows.last else { return }
            var entries: [Entry] = []
            for row in rows {
                // An unreadable row waits no longer, and stays in the table; lists leave it out.
                guard let missed = try? row.decoded() else {
                    try settle(row)
                    continue
                }
                guard !rules.heldLevels.contains(missed.request.content.interruptionLevel) else { continue }
                if let expires = missed.request.policy.expires, expires <= now {
                    try expire(row, missed)
                } else if missed.request.warnsTooLate(due: row.due, at: now) {
                    try pass(row)
                } else {
                    entries.append((row, missed))
                }
            }
            guard try body(entries, &self), rows.count == Self.page else { return }
            last = end.id
        }
    }

    /// Skips an early warning if the request that it announces is already due.
    private func pass(_ row: MissedRow) throws {
        try transaction.execute(TimeQuery.settleBecause, [row.id, "over"])
        try transaction.keepMissed(row.id, .missed, at: now)
        try transaction.log(
            .missed, app: app, identifier: row.identifier, at: now,
            detail: ["reason": .string("over"), "due": .date(row.due), "waits": .boolean(false)])
    }

    /// Ends a request that has expired, and starts its command for `expired`, as for a notification that was shown.
    ///
    /// Only the newest row of a request counts, because it would have replaced the earlier rows on the screen.
    private mutating func expire(_ row: MissedRow, _ missed: MissedRequest) throws {
        let newest = try transaction.row(TimeQuery.waitingNamed, [app, row.identifier]) { $0[0] as Int64 }
        try transaction.execute(TimeQuery.settleBecause, [row.id, "expires"])
        try transaction.keepMissed(row.id, newest == row.id ? .expired : .replaced, at: now)
        guard newest == row.id else { return }
        try transaction.log(
            .expired, app: app, identifier: row.identifier, at: now, detail: ["reason": .string("expires")])
        let notification = Notification(app: app, request: missed.request, date: row.date, due: row.due)
        let response = Response(kind: .expired, actionIdentifier: "", date: now, notification: notification)
        expired.append(response)
        guard let command = missed.request.responsePlan.command(for: response.eventName) else { return }
        _ = try transaction.post(
            notification, row.stored, to: .command(command), event: response.eventName,
            response: try JSONEncoder().encode(StoredResponse(response)))
    }

    // MARK: - Categories of the requests

    private mutating func category(_ identifier: String) -> NotificationModel.Category? {
        guard !identifier.isEmpty else { return nil }
        if let known = categories[identifier] { return known }
        let data = try? transaction.row(Query.category, [app, identifier]) { $0[0] as Data }
        let category = data.flatMap { try? JSONDecoder().decode(NotificationModel.Category.self, from: $0) }
        categories[identifier] = .some(category)
        return category
    }

    private mutating func hasCategoryButtons(_ request: Request) -> Bool {
        category(request.content.categoryIdentifier)?.actions.isEmpty == false
    }

    private mutating func formats(of entries: [Entry]) -> [String: String] {
        var formats: [String: String] = [:]
        for identifier in Set(entries.map(\.missed.request.content.categoryIdentifier)) {
            let format = category(identifier)?.summaryFormat ?? ""
            if !format.isEmpty { formats[identifier] = format }
        }
        return formats
    }
}
