// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Triggers

/// The contents of one addition or edit of a request.
struct CrashDraft: Sendable {
    let version: Int
    /// The trigger, which an edit keeps.
    var trigger = CrashTrigger.now
    var reportsDismissal = false
    /// The seconds after which the notification is shown again, repeatedly.
    var nag: Double?
    /// The time in seconds of the test clock after which the notification is not shown.
    var expires: Double?
    /// The seconds on the screen; without this value the notification stays, because it has buttons.
    var stay: Double?
    /// Whether a missed notification is skipped; else it is shown late.
    var skips = false
    /// Whether its buttons are those of ``category``.
    var isCategorized = false
    /// Whether one of its own buttons asks for a line of text.
    var asksText = false
    /// The attached picture: the agent keeps a copy as long as any data of the request.
    var picture: String?
    /// Whether each event of the notification starts this command; the application then gets no response.
    var command: String?

    /// The shortest interval of a nag, which the driver uses.
    static let nagTime = 60.0
    /// A request that is later than this was missed.
    static let tolerance = 60.0
    static let category = "question"
    /// The button that asks for a text.
    static let reply = "reply"

    /// The dictionary of the D-Bus interface; with `keepsTrigger` it is an edit of a pending request.
    func properties(_ identifier: String, keepsTrigger: Bool = false) -> [String: Value] {
        var more: [String: Value] = [
            "snooze": .strings(["5m"]), "customDismissAction": .boolean(reportsDismissal),
            "ifMissed": .string(skips ? "skip" : "show"),
        ]
        if isCategorized {
            more["categoryIdentifier"] = .string(Self.category)
        } else {
            let names = offersReply ? ["yes", Self.reply] : ["yes"]
            more["actions"] = .dictionaries(
                names.map { name in
                    let button: [String: Value] = ["identifier": .string(name), "title": .string(name)]
                    return name == "yes" ? button : button.merging(["textInputButtonTitle": .string("Send")]) { $1 }
                })
        }
        if let picture { more["attachments"] = .dictionaries([["url": .string(picture)]]) }
        if let stay { more["expireAfter"] = .double(stay) }
        if let nag { more["nag"] = .string("\(Int(nag))s") }
        if let expires {
            more["expires"] = .string(Date(timeIntervalSince1970: expires).rfc3339(in: .gmt))
        }
        if let command {
            let events = ["yes", "default", "dismiss", "expire"] + (offersReply ? [Self.reply] : [])
            more["on"] = .properties(Dictionary(uniqueKeysWithValues: events.map { ($0, .string(command)) }))
        }
        more["trigger"] = keepsTrigger ? .properties(["keep": .boolean(true)]) : trigger.value
        return request(identifier, title: "\(identifier) v\(version)", more)
    }

    private var offersReply: Bool { asksText && !isCategorized }

    /// A description for the story of a run.
    var words: String {
        "v\(version)\(nag == nil ? "" : ", nags")\(expires.map { ", expires \(Int($0) % 1_000_000)" } ?? "")"
            + "\(stay.map { ", for \(Int($0)) s" } ?? "")\(skips ? ", skips" : "")\(isCategorized ? ", of a category" : "")"
            + "\(asksText ? ", asks" : "")\(picture == nil ? "" : ", with a picture")"
    }

    /// The definition of the category, which changes.
    static func categories(_ version: Int) -> [[String: Value]] {
        [["identifier": .string(category), "actions": buttons("yes", "v\(version)")]]
    }
}
