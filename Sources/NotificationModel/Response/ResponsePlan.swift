// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// What is offered on a notification besides its category, and what an answer starts.
package struct ResponsePlan: Hashable, Sendable {
    /// Buttons of this request alone, shown before its category's.
    package var actions: [Action]
    /// The built-in snooze buttons, as words: `5m`, `1h`, `tomorrow`.
    package var snooze: [String]
    /// Commands by what starts them: an action's identifier, or one of ``Event``.
    package var commands: [String: Command]
    /// The environment of the commands, as it was when the request was added.
    package var environment: [String: String]
    /// The person's dismissal is a response, as with a category's `customDismissAction`.
    package var reportsDismissal: Bool
    /// What a choice of the notification itself opens; nil for nothing.
    package var opening: Opening?

    /// What else than an action may start a command.
    ///
    /// In `on` and in `--map` such a word is the event, never an action that happens to be called so.
    package enum Event: String, CaseIterable, Sendable {
        /// The notification itself was opened.
        case `default`
        /// The person dismissed it.
        case dismiss
        /// The server took it away unanswered.
        case expire
        /// Its moment came.
        case fired
        /// Any of these, and every action.
        case any

        /// All of them, as a sentence lists them.
        package static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
    }

    package init(
        actions: [Action] = [], snooze: [String] = [], commands: [String: Command] = [:],
        environment: [String: String] = [:], reportsDismissal: Bool = false, opening: Opening? = nil
    ) {
        self.actions = actions
        self.snooze = snooze
        self.commands = commands
        self.environment = environment
        self.reportsDismissal = reportsDismissal
        self.opening = opening
    }

    /// The command that `event` starts: its own, else that of `any`.
    package func command(for event: String) -> Command? { commands[event] ?? commands[Event.any.rawValue] }
}

extension ResponsePlan: Codable {
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case actions, snooze
        case commands = "on"
        case environment
        case reportsDismissal = "customDismissAction"
        case open, activate
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            actions: try container.value(.actions, or: []), snooze: try container.value(.snooze, or: []),
            commands: try container.value(.commands, or: [:]),
            environment: try container.value(.environment, or: [:]),
            reportsDismissal: try container.value(.reportsDismissal, or: false),
            opening: try Opening.decoded(from: decoder))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(actions, .actions, unless: [])
        try container.encode(snooze, .snooze, unless: [])
        try container.encode(commands, .commands, unless: [:])
        try container.encode(environment, .environment, unless: [:])
        try container.encode(reportsDismissal, .reportsDismissal, unless: false)
        try opening?.encode(to: encoder)
    }
}
