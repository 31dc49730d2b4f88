// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Triggers

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

extension Action: KeyCoded {
    package static let blank = Action(identifier: "", title: "")
    package static let codedKeys: [CodedKey<Action>] = [
        .required("identifier", \.identifier), .required("title", \.title), .value("options", \.options),
        .optional("icon", \.icon), .optional("textInputButtonTitle", \.buttonTitle),
        .optional("textInputPlaceholder", \.placeholder),
    ]

    /// Title of the text field's button; setting it, or the placeholder, makes the action ask for text.
    private var buttonTitle: String? {
        get { textInput?.buttonTitle }
        set { newValue.map { textInput = TextInput(buttonTitle: $0, placeholder: textInput?.placeholder ?? "") } }
    }

    private var placeholder: String? {
        get { textInput?.placeholder }
        set { newValue.map { textInput = TextInput(buttonTitle: textInput?.buttonTitle ?? "", placeholder: $0) } }
    }
}
