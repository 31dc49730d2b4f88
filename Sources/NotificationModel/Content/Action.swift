// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// A button of a notification (`UNNotificationAction`, `UNTextInputNotificationAction`).
package struct Action: Hashable, Sendable {
    /// The text field of an action.
    package struct TextInput: Hashable, Sendable {
        /// The title of the button that sends the text.
        package var buttonTitle: String
        /// The text shown while the field is empty.
        package var placeholder: String

        package init(buttonTitle: String = "", placeholder: String = "") {
            self.buttonTitle = buttonTitle
            self.placeholder = placeholder
        }
    }

    /// The identifier that the response carries. At most ``Limits/identifierBytes``, not empty.
    package var identifier: String
    /// The button's text; not empty.
    package var title: String
    package var options: ActionOptions
    package var icon: ActionIcon?
    /// The text field; nil for a plain button.
    package var textInput: TextInput?

    package init(
        identifier: String, title: String, options: ActionOptions = [], icon: ActionIcon? = nil,
        textInput: TextInput? = nil
    ) {
        self.identifier = identifier
        self.title = title
        self.options = options
        self.icon = icon
        self.textInput = textInput
    }

    /// Identifier in a response for opening the notification itself.
    package static let defaultIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
    /// Identifier in a response for dismissing the notification.
    package static let dismissIdentifier = "com.apple.UNNotificationDismissActionIdentifier"
}

extension Action: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case identifier, title, options, icon, textInputButtonTitle, textInputPlaceholder
    }

    package init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(otherThan: CodingKeys.allCases.map(\.rawValue))
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let buttonTitle = try container.decodeIfPresent(String.self, forKey: .textInputButtonTitle)
        let placeholder = try container.decodeIfPresent(String.self, forKey: .textInputPlaceholder)
        let asksForText = buttonTitle != nil || placeholder != nil
        self.init(
            identifier: try container.decode(String.self, forKey: .identifier),
            title: try container.decode(String.self, forKey: .title),
            options: try container.value(.options, or: []),
            icon: try container.decodeIfPresent(ActionIcon.self, forKey: .icon),
            textInput: asksForText
                ? TextInput(buttonTitle: buttonTitle ?? "", placeholder: placeholder ?? "") : nil)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(identifier, forKey: .identifier)
        try container.encode(title, forKey: .title)
        try container.encode(options, .options, unless: [])
        try container.encodeIfPresent(icon, forKey: .icon)
        try container.encodeIfPresent(textInput?.buttonTitle, forKey: .textInputButtonTitle)
        try container.encodeIfPresent(textInput?.placeholder, forKey: .textInputPlaceholder)
    }
}
