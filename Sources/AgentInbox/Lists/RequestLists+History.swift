// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import AgentMachine
import DBus
import EventLoop
import FoundationEssentials
import NotificationModel
import NotificationStore
import TimeExpressions
import Triggers

/// The history: notifications that have fired, and what became of each.
extension RequestLists {
    func history(_ options: Value, of app: String?) async throws -> Page {
        let options = try DictionaryCoding.decode(HistoryOptions.self, from: options)
        try Request.check(options.limit, "limit", 1...PageOptions.largestLimit)
        let after = ListPosition(options.after)
        guard after != nil || options.after.isEmpty else {
            throw Refusal.invalidRequest(
                "after is \"\(options.after)\"; it must be the position that the previous page returned")
        }
        let (now, zone) = (clock.now, clock.timeZone)
        let filter = HistoryFilter(
            since: try options.since.map { try PastTime.read($0, of: "since", isEnd: false, now: now, in: zone) },
            until: try options.until.map { try PastTime.read($0, of: "until", isEnd: true, now: now, in: zone) },
            text: options.grep, statuses: Set(try options.status.map(Self.status)),
            identifier: options.identifier ?? options.prefix, isExact: options.identifier != nil)
        let page = ListPage(limit: options.limit, bytes: min(ListLimit.pageBytes, ListLimit.bytes), after: after)
        let (entries, end) = try await store.history(app: app, filter, page: page, at: now)
        return (try await offLoop(each: entries) { try Self.row($0, in: zone) }, end?.text ?? "")
    }

    func clearHistory(of app: String?) async throws -> UInt32 {
        UInt32(clamping: try await store.clearHistory(app: app))
    }

    private static func status(_ word: String) throws -> HistoryEntry.Status {
        guard let status = HistoryEntry.Status(rawValue: word) else {
            let known = HistoryEntry.Status.allCases.map(\.rawValue).joined(separator: ", ")
            throw Refusal.invalidRequest("status is \"\(word)\"; there are \(known)")
        }
        return status
    }

    private static func row(_ entry: HistoryEntry, in zone: Zone) throws -> [String: Value] {
        var row = try DictionaryCoding.properties(of: entry.notification)
        row["status"] = .string(entry.status.rawValue)
        if let action = entry.action { row["actionIdentifier"] = .string(action) }
        for (key, date) in [("shown", entry.shown), ("ended", entry.ended)] {
            guard let date else { continue }
            row[key] = .string(date.rfc3339(in: zone))
            row[key + "Unix"] = .double(date.timeIntervalSince1970)
        }
        return row
    }
}

/// Reads past times that a person writes.
enum PastTime {
    /// Reads a day, a local time, an RFC 3339 time, `today`, `yesterday`, or a duration before now such as `2h`.
    ///
    /// A day means its last second if `isEnd`, or else its first second.
    ///
    /// - Throws: ``NotificationModel/Refusal`` that names the key, the value and the forms.
    static func read(_ text: String, of key: String, isEnd: Bool, now: Date, in zone: Zone) throws -> Date {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let (hour, minute, second) = isEnd ? (23, 59, 59) : (0, 0, 0)
        func bound(_ day: LocalTime) -> Date { day.at(hour: hour, minute: minute, second: second).instant(in: zone) }
        switch words {
        case "now": return now
        case "today": return bound(LocalTime(now, in: zone))
        case "yesterday": return bound(LocalTime(now, in: zone).adding(seconds: -86400))
        default: break
        }
        if let instant = Date(rfc3339: words) { return instant }
        if let local = LocalTime(words) { return words.contains(":") ? local.instant(in: zone) : bound(local) }
        let length = words.hasSuffix(" ago") ? String(words.dropLast(4)) : words
        if let seconds = try? TimeExpression.parseLength(length, .init(now: now, timeZone: zone)) {
            return now - seconds
        }
        throw Refusal.invalidRequest(
            "\(key) is \"\(text)\"; it must be like 2026-11-20, \"2026-11-20 09:00\", today, yesterday or 2h (ago)")
    }
}
