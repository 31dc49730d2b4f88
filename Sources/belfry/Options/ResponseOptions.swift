// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import DBus

/// Options for the buttons of a notification and the commands that an answer starts.
struct ResponseOptions: ParsableArguments {
    @OptionGroup var buttons: ButtonOptions

    @Option(
        help: ArgumentHelp("Buttons that show it again later: 5m,1h,tomorrow; at most 8.", valueName: "duration,..."))
    var snooze: String?

    @Option(
        help: ArgumentHelp(
            """
            Run this with sh when the event happens: an action's id, default, dismiss, expire, fired or any. May be \
            repeated. The answer is on its standard input as JSON, and in BELFRY_ID, BELFRY_ACTION, BELFRY_TEXT ...
            """, valueName: "event=command"))
    var on: [String] = []

    @OptionGroup var opening: OpeningOptions

    @Flag(help: "Deliver a response also when the person dismisses it.")
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

    /// Adds the given options to a request.
    ///
    /// - Parameters:
    ///   - request: The request's dictionary; other keys are unchanged.
    ///   - execution: A command without a shell, and the event that starts it.
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
