// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationModel

/// What is handed over with one adding or editing of a request.
struct CrashDraft: Sendable {
    let version: Int
    /// An edit leaves it as it is.
    var trigger = CrashTrigger.now
    var reportsDismissal = false
    /// Shown again after so many seconds, and again.
    var nag: Double?
    /// Nobody wants to see it any more from then on, in seconds of the test clock.
    var expires: Double?
    /// Off the screen after so many seconds; without, it stays until somebody acts, as it has buttons.
    var stay: Double?
    /// Not shown where its moment was missed; else it is shown late.
    var skips = false
    /// Its buttons are those of ``category``.
    var isCategorized = false
    /// One of its own buttons asks for a line of text.
    var asksText = false
    /// The picture that comes with it: the agent keeps a copy for as long as there is anything of the request.
    var picture: String?
    /// Whatever becomes of it starts this command, and the application hears nothing of that.
    var command: String?

    /// The shortest time of a nag, and the one that is used.
    static let nagTime = 60.0
    /// Later than this is missed.
    static let tolerance = 60.0
    static let category = "question"
    /// The button that asks for a text.
    static let reply = "reply"

    /// The dictionary of the contract; with `keepsTrigger` it is an edit, of what is pending.
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

    /// For the story of a run.
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
