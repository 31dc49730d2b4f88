// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import DBus
import Triggers

/// A command that creates a request from options. Its error messages name the option instead of the request's key.
protocol RequestCommand: AsyncParsableCommand {}

/// Option names by the keys of a request.
enum OptionNames {
    private static let options: [String: String] = [
        "actions": "-A", "activate": "--activate", "applicationName": "--app-name", "attachments": "--attach",
        "badge": "--badge", "body": "--body", "categoryIdentifier": "--category", "expireAfter": "--expire",
        "icon": "--icon", "identifier": "--id", "ifMissed": "--if-missed", "interruptionLevel": "--level",
        "leeway": "--leeway", "nag": "--nag", "on": "--on", "open": "--open", "progress": "--progress",
        "relevanceScore": "--relevance", "snooze": "--snooze", "sound": "--sound", "subtitle": "--subtitle",
        "threadIdentifier": "--thread", "type": "--type", "userInfo": "--info",
    ]

    /// Converts an error to a ``Failure``. If the agent's refusal begins with a request's key, the message begins with
    /// the option instead.
    static func failure(_ error: any Error) -> Failure {
        let failure = Failure(error)
        guard error is Refusal else { return failure }
        let sentence = failure.sentence
        let key = sentence.prefix { $0.isLetter }
        guard let option = options[String(key)] else { return failure }
        // The key in the message may be followed by an index or a subkey, such as `[0]` or `.title`.
        let path = sentence.dropFirst(key.count).prefix { $0 != " " && $0 != ":" }
        guard path.isEmpty || ".[".contains(path.first ?? " ") else { return failure }
        let rest = sentence.dropFirst(key.count + path.count)
        let isOne = path.isEmpty || key == "attachments"
        return failure.saying(isOne ? option + rest : "\(option): \(sentence)")
    }
}
