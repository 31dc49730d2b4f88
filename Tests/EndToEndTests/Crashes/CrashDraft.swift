// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationModel

/// What is handed over with one adding of a request.
struct CrashDraft: Sendable {
    let version: Int
    /// At once without.
    var seconds: Double?
    var repeats = false
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
    /// Whatever becomes of it starts this command, and the application hears nothing of that.
    var command: String?

    /// The shortest time of a nag, and the one that is used.
    static let nagTime = 60.0
    /// Later than this is missed.
    static let tolerance = 60.0
    static let category = "question"

    /// The dictionary of the contract.
    func properties(_ identifier: String) -> [String: Value] {
        var more: [String: Value] = [
            "snooze": .strings(["5m"]), "customDismissAction": .boolean(reportsDismissal),
            "ifMissed": .string(skips ? "skip" : "show"),
        ]
        if isCategorized {
            more["categoryIdentifier"] = .string(Self.category)
        } else {
            more["actions"] = buttons("yes")
        }
        if let stay { more["expireAfter"] = .double(stay) }
        if let nag { more["nag"] = .string("\(Int(nag))s") }
        if let expires {
            more["expires"] = .string(Date(timeIntervalSince1970: expires).rfc3339(in: .gmt))
        }
        if let command {
            let events = ["yes", "default", "dismiss", "expire"]
            more["on"] = .properties(Dictionary(uniqueKeysWithValues: events.map { ($0, .string(command)) }))
        }
        if let seconds {
            more["trigger"] = .properties(["timeInterval": .double(seconds), "repeats": .boolean(repeats)])
        }
        return request(identifier, title: "\(identifier) v\(version)", more)
    }

    /// For the story of a run.
    var words: String {
        let when = seconds.map { repeats ? " every \($0) s" : " in \($0) s" } ?? ""
        return
            "v\(version) added\(when)\(nag == nil ? "" : ", nags")\(expires.map { ", expires \(Int($0) % 1_000_000)" } ?? "")"
            + "\(stay.map { ", for \(Int($0)) s" } ?? "")\(skips ? ", skips" : "")\(isCategorized ? ", of a category" : "")"
    }

    /// The definition of the category, which changes.
    static func categories(_ version: Int) -> [[String: Value]] {
        [["identifier": .string(category), "actions": buttons("yes", "v\(version)")]]
    }
}
