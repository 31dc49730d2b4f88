// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentDesktop
import AgentInterface
import AgentMachine
import AgentRules
import DBus
import EventLoop
import FoundationEssentials
import NotificationModel
import NotificationStore
import TimeExpressions
import Triggers

/// The agenda: the dates of pending requests in the next days, with each date of a repeating request.
extension RequestLists {
    /// Largest number of days of an agenda.
    private static let mostDays = 366
    /// Largest number of dates of one request, and of all requests, in an agenda.
    private static let mostDatesOfOne = 200
    private static let mostDates = 10_000

    /// Lists the requests' dates from now to the end of the last day, the soonest first.
    ///
    /// - Parameters:
    ///   - options: The options of `Agenda`.
    ///   - app: The application's id; nil for every application.
    /// - Returns: A row for each date. The key `more` marks the last row of a request, or of the whole agenda, if
    ///   further dates before the end were left out.
    /// - Throws: ``Triggers/Refusal`` if the number of days is out of range; ``NotificationStore/StoreError``.
    func agenda(_ options: Value, of app: String?) async throws -> [[String: Value]] {
        let options = try DictionaryCoding.decode(AgendaOptions.self, from: options)
        try Request.check(options.days, "days", 1...Self.mostDays)
        let (now, zone) = (clock.now, clock.timeZone)
        let end = LocalTime(now, in: zone).adding(days: options.days).at(hour: 0).instant(in: zone)
        let requests = try await store.pending(app: app, upTo: ListLimit.bytes).filter { ($0.nextDate ?? end) < end }
        var hidden: Set<String> = []
        if options.hidesTexts {
            let previews = await desktop.previews
            for app in Set(requests.map(\.app)) where await previews(app) != .always { hidden.insert(app) }
        }
        return await offLoop { [hidden] in
            var rows = requests.flatMap { Self.dates(of: $0, before: end, now: now, in: zone) }
            rows.sort { ($0.date, $0.number) < ($1.date, $1.number) }
            let isCut = rows.count > Self.mostDates
            if isCut { rows.removeSubrange(Self.mostDates...) }
            return rows.enumerated().map { index, row in
                var dictionary = row.dictionary
                if hidden.contains(dictionary["app"]?.string ?? "") {
                    for key in ["title", "subtitle"] { dictionary[key] = nil }
                }
                if isCut, index == rows.count - 1 { dictionary["more"] = .boolean(true) }
                return dictionary
            }
        }
    }

    /// A date of a request.
    private struct AgendaRow {
        let date: Date
        /// The position of the date among the dates of its request.
        let number: Int
        let dictionary: [String: Value]
    }

    private static func dates(of pending: PendingRequest, before end: Date, now: Date, in zone: Zone) -> [AgendaRow] {
        var rows: [AgendaRow] = []
        var next = pending.nextDate
        let facts = facts(of: pending, in: zone)
        while let date = next, date < end {
            let following = pending.isSnoozed ? nil : Self.date(of: pending, after: date, in: zone)
            var row = facts
            row["date"] = .string(date.rfc3339(in: zone))
            row["dateUnix"] = .double(date.timeIntervalSince1970)
            row["text"] = .string(DateText.absolute(date, in: zone))
            let isLast = rows.count == mostDatesOfOne - 1
            if isLast, let following, following < end { row["more"] = .boolean(true) }
            rows.append(AgendaRow(date: date, number: rows.count, dictionary: row))
            next = isLast ? nil : following
        }
        return rows
    }

    private static func date(of pending: PendingRequest, after date: Date, in zone: Zone) -> Date? {
        let next = NextDate.of(pending.request, after: date, addedAt: pending.addedAt, in: zone)
        return next.flatMap { pending.request.isOver(due: $0) ? nil : $0 }
    }

    /// Returns the keys that all dates of a request have.
    private static func facts(of pending: PendingRequest, in zone: Zone) -> [String: Value] {
        let request = pending.request
        var facts: [String: Value] = [
            "identifier": .string(request.identifier), "app": .string(pending.app),
            "title": .string(request.content.title), "snoozed": .boolean(pending.isSnoozed),
        ]
        if !request.content.subtitle.isEmpty { facts["subtitle"] = .string(request.content.subtitle) }
        if !pending.isSnoozed, let trigger = request.trigger, trigger.repeats {
            facts["when"] = .string(trigger.words(addedAt: pending.addedAt, in: zone))
        }
        if !request.parentIdentifier.isEmpty { facts["warnsOf"] = .string(request.parentIdentifier) }
        return facts
    }
}
