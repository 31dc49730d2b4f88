// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Triggers

/// A command that makes a request of its options: what is refused is called by the option that gave it.
protocol RequestCommand {}

extension Add: RequestCommand {}
extension Remind: RequestCommand {}
extension Ask: RequestCommand {}
extension Edit: RequestCommand {}
extension Run: RequestCommand {}

/// The options that stand for keys of a request.
enum OptionNames {
    private static let options: [String: String] = [
        "actions": "-A", "activate": "--activate", "applicationName": "--app-name", "attachments": "--attach",
        "badge": "--badge", "body": "--body", "categoryIdentifier": "--category", "expireAfter": "--expire",
        "icon": "--icon", "identifier": "--id", "ifMissed": "--if-missed", "interruptionLevel": "--level",
        "leeway": "--leeway", "nag": "--nag", "on": "--on", "open": "--open", "progress": "--progress",
        "relevanceScore": "--relevance", "snooze": "--snooze", "sound": "--sound", "subtitle": "--subtitle",
        "threadIdentifier": "--thread", "type": "--type", "userInfo": "--info",
    ]

    /// The same refusal, whose sentence begins with the option instead of the key.
    static func failure(_ error: any Error) -> Failure {
        let failure = Failure(error)
        guard error is Refusal else { return failure }
        let sentence = failure.sentence
        let key = sentence.prefix { $0.isLetter }
        guard let option = options[String(key)] else { return failure }
        // What follows the key itself: its place in a list, and a part of it.
        let path = sentence.dropFirst(key.count).prefix { $0 != " " && $0 != ":" }
        guard path.isEmpty || ".[".contains(path.first ?? " ") else { return failure }
        let rest = sentence.dropFirst(key.count + path.count)
        let isOne = path.isEmpty || key == "attachments"
        return failure.saying(isOne ? option + rest : "\(option): \(sentence)")
    }
}
