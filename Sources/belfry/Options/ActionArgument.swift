// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import DBus
import NotificationModel

/// A button on the command line, `[ID=]Label`; without an id, the label is also the id.
struct ActionArgument: ExpressibleByArgument {
    let identifier: String
    let title: String

    init(identifier: String, title: String) {
        self.identifier = identifier
        self.title = title
    }

    init?(argument: String) {
        (identifier, title) = argument.splitAtEqualsSign ?? (argument, argument)
        if identifier.isEmpty || title.isEmpty || argument.hasPrefix("=") { return nil }
    }

    /// The action as it stands in a request's dictionary.
    var properties: [String: Value] { ["identifier": .string(identifier), "title": .string(title)] }
}

/// A text field on the command line, `[ID=]PLACEHOLDER`; without an id, the id is `reply`.
struct ReplyArgument: ExpressibleByArgument {
    let identifier: String
    let placeholder: String

    init?(argument: String) {
        if argument.hasPrefix("=") { return nil }
        (identifier, placeholder) = argument.splitAtEqualsSign ?? ("reply", argument)
    }

    /// The text-input action in a request's dictionary. Its title is the placeholder, or `Reply` if that is empty.
    var properties: [String: Value] {
        let title = placeholder.isEmpty ? "Reply" : placeholder
        return [
            "identifier": .string(identifier), "title": .string(title), "textInputPlaceholder": .string(placeholder),
        ]
    }
}

extension ResponsePlan.Event {
    /// Refuses buttons whose id is the name of an event, because in `--map` and `--on` that name means the event.
    static func refuse(_ identifiers: [String]) throws {
        guard let wrong = identifiers.first(where: { Self(rawValue: $0) != nil }) else { return }
        throw ValidationError(
            "\"\(wrong)\" is no id for a button: \(list) are events. Give the button another id: -A do-\(wrong)=Label")
    }
}
