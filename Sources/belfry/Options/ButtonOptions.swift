// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import DBus
import NotificationModel

/// The buttons and the text field of a notification.
struct ButtonOptions: ParsableArguments {
    @Option(
        name: [.customShort("A"), .long],
        help: ArgumentHelp(
            "A button; may be repeated, at most 16. Without an id, the label is it.", valueName: "[id=]label"))
    var action: [ActionArgument] = []

    @Option(
        help: ArgumentHelp(
            "A text field for the answer. Without an id, it is \"reply\".", valueName: "[id=]placeholder"))
    var reply: [ReplyArgument] = []

    @Option(help: ArgumentHelp("The buttons of this category; see \"belfry category\".", valueName: "id"))
    var category: String?

    /// Identifiers of all buttons and the text field.
    var identifiers: [String] { action.map(\.identifier) + reply.map(\.identifier) }

    func validate() throws { try ResponsePlan.Event.refuse(identifiers) }

    /// The list of actions in a request's dictionary.
    var actions: Value {
        .array(
            (action.map(\.properties) + reply.map(\.properties)).map(Value.properties), of: Value.properties([:]).type)
    }

    /// Adds the given options to a request.
    func add(to request: inout [String: Value]) {
        if !identifiers.isEmpty { request["actions"] = actions }
        if let category { request["categoryIdentifier"] = .string(category) }
    }
}
