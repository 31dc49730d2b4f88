// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials
import NotificationStore
import TimeExpressions
import Triggers

/// The facts that a row of a list has besides the request's keys: the application, the next date, texts for people.
struct ListedFacts: Sendable {
    let now: Date
    let zone: Zone
    /// The permissions of the applications that have requests that wait for a place.
    let permissions: [String: LocationPermission]

    /// Adds to a row the names, the next date, and the texts for people, as far as the caller asks for them.
    func add(_ outline: PendingOutline, to row: inout [String: Value], _ keys: RowKeys) {
        if keys.has("identifier") { row["identifier"] = .string(outline.identifier) }
        if keys.has("app") { row["app"] = .string(outline.app) }
        if keys.has("title") { row["title"] = .string(outline.title) }
        if !outline.parentIdentifier.isEmpty, keys.has("warnsOf") { row["warnsOf"] = .string(outline.parentIdentifier) }
        if keys.has("snoozed") { row["snoozed"] = .boolean(outline.isSnoozed) }
        if let trigger = outline.trigger, trigger.repeats, keys.has("when") {
            row["when"] = .string(trigger.words(addedAt: outline.addedAt, in: zone))
        }
        if let date = outline.nextDate {
            if keys.has("nextTriggerDate") { row["nextTriggerDate"] = .string(date.rfc3339(in: zone)) }
            if keys.has("nextTriggerDateUnix") { row["nextTriggerDateUnix"] = .double(date.timeIntervalSince1970) }
        }
        let answer = outline.trigger?.region.map { _ in permissions[outline.app]?.answer ?? .undecided }
        if let answer, answer != .allowed, keys.has("waitsFor") { row["waitsFor"] = .string("location") }
        if keys.has("text") { row["text"] = .string(text(of: outline, answer)) }
    }

    /// Returns the request's next date in words, or what the request waits for.
    private func text(of outline: PendingOutline, _ answer: LocationPermission.Answer?) -> String {
        if let date = outline.nextDate { return DateText.describe(date, now: now, in: zone) }
        guard let region = outline.trigger?.region, let answer else {
            return "no date: see [calendar] and [sun] of config.toml"
        }
        return region.text + Self.obstacle(answer)
    }

    /// Returns the reason why a place is not watched, as the end of a sentence; empty if it is watched.
    private static func obstacle(_ answer: LocationPermission.Answer) -> String {
        switch answer {
        case .allowed: ""
        case .denied: " (this application may not use your location)"
        case .undecided: " (you have not decided whether this application may use your location)"
        }
    }
}
