// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus
import NotificationModel

/// Options for the buttons of a notification and for the commands that the agent runs after an answer or another event.
struct ResponseOptions: ParsableArguments {
    @OptionGroup var buttons: ButtonOptions

    @Option(
        help: ArgumentHelp("Snooze buttons with these times: 5m,1h,tomorrow; at most 8.", valueName: "duration,..."))
    var snooze: String?

    @Option(
        help: ArgumentHelp(
            """
            Run this with sh when the event happens: an action's id, default, dismiss, expire, fired or any. May be \
            repeated. The answer is on its standard input as JSON, and in BELFRY_ID, BELFRY_ACTION, BELFRY_TEXT ...
            """, valueName: "event=command"))
    var on: [String] = []

    @OptionGroup var opening: OpeningOptions

    @Flag(help: "Deliver a response also when the person dismisses the notification.")
    var reportDismissal = false

    func validate() throws {
        var events: Set<String> = []
        for pair in on {
            guard let (event, command) = pair.splitAtEqualsSign, !command.isEmpty else {
                throw ValidationError("--on: \"\(pair)\" is not event=command.")
            }
            guard events.insert(event).inserted else { throw ValidationError("--on \(event) is given twice.") }
        }
    }

    /// Sets the keys of the given options in a request's dictionary.
    ///
    /// With `execution`, it also sets a command that the agent runs without a shell at the given event.
    func add(to request: inout [String: Value], execution: (event: String, arguments: [String])? = nil) {
        buttons.add(to: &request)
        opening.add(to: &request)
        if let snooze { request["snooze"] = .strings(snooze.commaSeparated) }
        if reportDismissal { request["customDismissAction"] = .boolean(true) }
        var commands: [String: Value] = [:]
        for pair in on { if let (event, command) = pair.splitAtEqualsSign { commands[event] = .string(command) } }
        if let execution { commands[execution.event] = .strings(execution.arguments) }
        guard !commands.isEmpty else { return }
        request["on"] = .properties(commands)
        var environment: [Value: Value] = [:]
        for (name, value) in Environment.forCommands { environment[.string(name)] = .string(value) }
        request["environment"] = .dictionary(environment, key: .string, value: .string)
    }
}

/// The buttons and the text field of a notification.
struct ButtonOptions: ParsableArguments {
    @Option(
        name: [.customShort("A"), .long],
        help: ArgumentHelp(
            "A button; may be repeated, at most 16. Without an id, the label is also the id.", valueName: "[id=]label"))
    var action: [ActionArgument] = []

    @Option(
        help: ArgumentHelp(
            "A text field for the answer. Without an id, the id is \"reply\".", valueName: "[id=]placeholder"))
    var reply: [ReplyArgument] = []

    @Option(help: ArgumentHelp("The buttons of this category; see \"belfry category\".", valueName: "id"))
    var category: String?

    /// The identifiers of all buttons and text fields.
    var identifiers: [String] { action.map(\.identifier) + reply.map(\.identifier) }

    func validate() throws { try ResponsePlan.Event.refuse(identifiers) }

    /// Sets the keys of the buttons, text fields and category in a request's dictionary, if they are given.
    func add(to request: inout [String: Value]) {
        if !identifiers.isEmpty {
            request["actions"] = .dictionaries(action.map(\.properties) + reply.map(\.properties))
        }
        if let category { request["categoryIdentifier"] = .string(category) }
    }
}

/// Options for the file, address or application that a click on the notification itself opens.
struct OpeningOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A click on the notification opens this with the desktop's default application.", valueName: "url"))
    var open: String?

    @Option(
        help: ArgumentHelp(
            "A click on the notification starts this application, or brings it forward.", valueName: "app-id"))
    var activate: String?

    func validate() throws {
        if open != nil, activate != nil { throw ValidationError("--open and --activate exclude each other.") }
    }

    /// Sets the key of the given option in a request's dictionary, replacing an earlier value.
    func add(to request: inout [String: Value]) {
        guard open != nil || activate != nil else { return }
        request["open"] = open.map(Value.string)
        request["activate"] = activate.map(Value.string)
    }
}
