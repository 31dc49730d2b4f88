// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Triggers

/// A request's buttons besides those of its category, and the commands that its events start.
package struct ResponsePlan: Hashable, Sendable {
    /// Buttons of this request alone, shown before those of its category.
    package var actions: [Action]
    /// The built-in snooze buttons, as words: `5m`, `1h`, `tomorrow`.
    package var snooze: [String]
    /// Commands by event: an action's identifier, or a word of ``Event``.
    package var commands: [String: Command]
    /// The environment for the commands, recorded when the request was added.
    package var environment: [String: String]
    /// Tells whether dismissing the notification is a response, as with a category's `customDismissAction`.
    package var reportsDismissal: Bool
    /// Target that opens when the person chooses the notification itself; nil if the notification opens nothing.
    package var opening: Opening?

    /// Events other than actions that may start a command.
    ///
    /// In the key `on` and in `--map`, an event's name always means the event, even if an action has the same identifier.
    package enum Event: String, CaseIterable, Sendable {
        /// The person opened the notification itself.
        case `default`
        /// The person dismissed the notification.
        case dismiss
        /// The server removed the notification unanswered.
        case expire
        /// The request was due.
        case fired
        /// Stands for each of these events, and for each action.
        case any

        /// All events, as a list in a sentence.
        package static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
    }

    package init(
        actions: [Action] = [], snooze: [String] = [], commands: [String: Command] = [:],
        environment: [String: String] = [:], reportsDismissal: Bool = false, opening: Opening? = nil
    ) {
        (self.actions, self.snooze, self.commands, self.environment) = (actions, snooze, commands, environment)
        (self.reportsDismissal, self.opening) = (reportsDismissal, opening)
    }

    package func command(for event: String) -> Command? { commands[event] ?? commands[Event.any.rawValue] }
}

extension ResponsePlan: KeyCoded {
    package static let sharesDictionary = true
    package static let blank = ResponsePlan()
    package static let codedKeys: CodedKeys<ResponsePlan> = [
        .value("actions", \.actions), .value("snooze", \.snooze), .value("on", \.commands),
        .value("environment", \.environment), .value("customDismissAction", \.reportsDismissal),
        CodedKey(Opening.keys) {
            $0.opening = try Opening.decoded(from: $1)
        } encode: {
            try $0.opening?.encode(to: &$1)
        },
    ]
}

/// A command that an event of a request starts.
///
/// In messages, a string is passed to `/bin/sh -c`; a list of strings is started without a shell. Texts of a
/// notification are never part of the command: they are passed in the environment and on standard input.
package enum Command: Hashable, Sendable {
    case shell(String)
    case arguments([String])

    /// UTF-8 bytes of the command with all its arguments.
    package var byteCount: Int {
        switch self {
        case .shell(let text): text.utf8.count
        case .arguments(let words): words.reduce(0) { $0 + $1.utf8.count + 1 }
        }
    }
}

extension Command: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .shell(text)
        } else {
            self = .arguments(try container.decode([String].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .shell(let text): try container.encode(text)
        case .arguments(let words): try container.encode(words)
        }
    }
}
