// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import NotificationModel
import NotificationServer

/// The description of a request, a notification or an entry of the history in sentences, for people.
///
/// Keys that no sentence has are printed below the sentences, so that nothing is missing.
struct RequestSentences {
    private let request: [String: Value]

    init(_ request: [String: Value]) { self.request = request }

    /// Returns the texts, the sentences and the remaining keys, a line for each.
    func lines() throws -> [String] {
        let rest = request.filter { key, _ in !Self.said.contains(key) && !(key == "trigger" && saysTrigger) }
        let others = try DictionaryText.lines(rest, first: [])
        return texts + sentences.map { "  \($0)" } + others.map { "  \($0)" }
    }

    /// The title in bold, the subtitle and the lines of the body.
    private var texts: [String] {
        let title = text("title") ?? ""
        let body = (text("body") ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        let rest = [text("subtitle")].compactMap(\.self) + body.map(String.init)
        return [title.isEmpty ? Console.dim("(no title)") : Console.bold(title.onOneLine)]
            + rest.filter { !$0.isEmpty }.map(\.onOneLine)
    }

    private var sentences: [String] {
        [
            origin, time, lateness, ending, warnings, buttons, click, commands, files, level, nag, missedPolicy, expiry,
            sound,
        ].compactMap(\.self)
    }

    // MARK: - The request and its time

    private var origin: String {
        let name = "\((text("identifier") ?? "").onOneLine) of \((text("app") ?? "").onOneLine)"
        if let parent = text("warnsOf") { return "\(name) is an early warning of \(parent.onOneLine)." }
        let source = request["remote"]?.bool == true ? ", a remote notification," : ""
        if let state = text("state") { return "\(name)\(source) is delivered\(Self.screen(state, request))." }
        if text("status") != nil { return "\(name)\(source) has ended." }
        if text("reason") != nil { return "\(name)\(source) was held back or missed." }
        return "\(name) is pending."
    }

    private static func screen(_ state: String, _ request: [String: Value]) -> String {
        switch state {
        case "presenting":
            RowPrinter.waiting(for: request["waitsFor"]?.string ?? "").replacing(", waits", with: ", and waits")
        case "shown": ", and on the screen"
        default: ", and no longer on the screen"
        }
    }

    private var time: String? {
        let next = text("text")?.onOneLine
        if let next, request["nextTriggerDate"] == nil { return "It waits for a place: \(next)." }
        if let next, request["snoozed"]?.bool == true { return "It was snoozed, and comes again \(next)." }
        if let next, let when = text("when") { return "It comes \(when.onOneLine), next \(next)." }
        if let next { return "It comes \(next)." }
        guard let due = text("due") else { return nil }
        let delivered = text("date").map { ", and was delivered \(RowPrinter.shortDate($0))" } ?? ""
        let reason = text("reason").map { reason in
            let digest = request["waits"]?.bool == true ? " It will be shown in a digest." : ""
            return " It was not shown then: \(Self.reasons[reason] ?? reason).\(digest)"
        }
        return "It was due \(RowPrinter.shortDate(due))\(reason == nil ? delivered : "").\(reason ?? "")"
    }

    /// Reasons why a notification was not shown at its time.
    private static let reasons = [
        "missed": "the machine or the agent did not run", "paused": "its application was paused",
        "quiet": "it came in the quiet hours", "flood": "there were too many at once",
        "skip": "it is skipped when late", "old": "it was too old for a digest", "expires": "it had expired",
        "until": "its wait for a place had ended", "over": "the request that it announces had fired",
        "calendar": "the day was no longer one of its days",
    ]

    private var lateness: String? {
        guard let late = request["late"]?.int, late >= 60 else { return nil }
        return "It was late by \(Self.duration(late))."
    }

    private static func duration(_ seconds: Int) -> String {
        let (days, hours, minutes) = (seconds / 86400, seconds / 3600 % 24, seconds / 60 % 60)
        let parts = [(days, "d"), (hours, "h"), (minutes, "min")].filter { $0.0 > 0 }
        return parts.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }

    private var ending: String? {
        guard let status = text("status") else { return nil }
        let date = text("ended").map { " \(RowPrinter.shortDate($0))" } ?? ""
        guard let action = text("actionIdentifier"), status == "answered" else { return "It ended\(date): \(status)." }
        let name = action == Action.defaultIdentifier ? "a click" : action.onOneLine
        return "It was answered\(date), with \(name)."
    }

    private var warnings: String? {
        guard let before = request["before"]?.strings, !before.isEmpty else { return nil }
        return "Early warnings come \(Self.list(before)) before."
    }

    // MARK: - Answers

    private var buttons: String? {
        let own = (request["actions"]?.array ?? []).compactMap(\.properties).map { action in
            let asks = action["textInputButtonTitle"] == nil ? "" : " (asks for a text)"
            return (action["title"]?.string ?? "") + asks
        }
        let snoozes = (request["snooze"]?.strings ?? []).map { "Snooze \($0)" }
        let category = text("categoryIdentifier").map { ["those of category \($0)"] } ?? []
        let all = own + snoozes + category
        return all.isEmpty ? nil : "It has buttons: \(Self.list(all))."
    }

    private var click: String? {
        if let address = text("open") { return "A click opens \(address.onOneLine)." }
        if let app = text("activate") { return "A click brings \(app.onOneLine) to the front." }
        return nil
    }

    private var commands: String? {
        guard let events = request["on"]?.properties?.keys.sorted(), !events.isEmpty else { return nil }
        return "Commands run upon \(Self.list(events))."
    }

    private var files: String? {
        let paths = (request["attachments"]?.array ?? []).compactMap { $0.properties?["url"]?.string }
        return paths.isEmpty ? nil : "Attached: \(Self.list(paths))."
    }

    // MARK: - Around its time

    private var level: String? {
        switch text("interruptionLevel") {
        case nil, "active": nil
        case "timeSensitive": "It is time-sensitive: it comes through quiet hours."
        case let level?: "It is \(level)."
        }
    }

    private var nag: String? { text("nag").map { "It is shown again every \($0.onOneLine), until you react." } }

    private var missedPolicy: String? {
        switch text("ifMissed") {
        case "show": "If its time is missed, it is shown late."
        case "skip": "If its time is missed, it is not shown."
        case let policy?:
            "If its time is missed, it comes in a digest\(policy.hasPrefix("digest:") ? " (\(policy.dropFirst(7)))" : "")."
        case nil: nil
        }
    }

    private var expiry: String? { text("expires").map { "It is not shown after \(RowPrinter.shortDate($0))." } }

    private var sound: String? {
        switch request["sound"] {
        case nil: nil
        case let sound?: sound.string == "default" ? "It has a sound." : "It has a sound of its own."
        }
    }

    private func text(_ key: String) -> String? { request[key]?.string }

    private static func list(_ words: [String]) -> String {
        let words = words.map(\.onOneLine)
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }

    /// Whether the sentence about the time describes the whole trigger.
    private var saysTrigger: Bool {
        request["nextTriggerDate"] == nil || text("when") != nil
            || request["trigger"]?.properties?["repeats"]?.bool != true
                && request["trigger"]?.properties?["rule"] == nil
    }

    /// The keys that the sentences cover, and the keys that only programs need.
    private static let said: Set = [
        "identifier", "app", "title", "subtitle", "body", "text", "when", "nextTriggerDate", "nextTriggerDateUnix",
        "waitsFor", "snoozed", "warnsOf", "leadTime", "remote", "state", "status", "reason", "waits", "due", "dueUnix",
        "date",
        "dateUnix", "late", "ended", "endedUnix", "shown", "shownUnix", "actionIdentifier", "before", "actions",
        "snooze",
        "categoryIdentifier", "open", "activate", "on", "attachments", "interruptionLevel", "nag", "ifMissed",
        "expires",
        "sound", "instance",
    ]
}
