// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Triggers

/// A button of a notification (`UNNotificationAction`, `UNTextInputNotificationAction`).
package struct Action: Hashable, Sendable {
    /// The text field of an action.
    package struct TextInput: Hashable, Sendable {
        /// The title of the button that sends the typed text.
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
        (self.identifier, self.title, self.options, self.icon) = (identifier, title, options, icon)
        self.textInput = textInput
    }

    /// Identifier in a response for opening the notification itself.
    package static let defaultIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
    /// Identifier in a response for dismissing the notification.
    package static let dismissIdentifier = "com.apple.UNNotificationDismissActionIdentifier"
}

extension Action: KeyCoded {
    package static let blank = Action(identifier: "", title: "")
    package static let codedKeys: CodedKeys<Action> = [
        .required("identifier", \.identifier), .required("title", \.title), .value("options", \.options),
        .optional("icon", \.icon), .optional("textInputButtonTitle", \.buttonTitle),
        .optional("textInputPlaceholder", \.placeholder),
    ]

    /// Title of the text field's button; setting this title, or the placeholder, makes the action ask for text.
    private var buttonTitle: String? {
        get { textInput?.buttonTitle }
        set { newValue.map { textInput = TextInput(buttonTitle: $0, placeholder: textInput?.placeholder ?? "") } }
    }

    private var placeholder: String? {
        get { textInput?.placeholder }
        set { newValue.map { textInput = TextInput(buttonTitle: textInput?.buttonTitle ?? "", placeholder: $0) } }
    }
}

/// The icon of an action (`UNNotificationActionIcon`).
///
/// In messages it is a dictionary with one of the keys `templateImageName` and `systemImageName`.
package enum ActionIcon: Hashable, Sendable {
    /// A picture that belongs to the application.
    case template(String)
    /// A name from the icon naming specification, or one of Apple's symbols.
    case system(String)
}

extension ActionIcon: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable { case templateImageName, systemImageName }

    package init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(otherThan: CodingKeys.allCases.map(\.rawValue))
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let name = try container.decodeIfPresent(String.self, forKey: .templateImageName) {
            self = .template(name)
        } else {
            self = .system(try container.decode(String.self, forKey: .systemImageName))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .template(let name): try container.encode(name, forKey: .templateImageName)
        case .system(let name): try container.encode(name, forKey: .systemImageName)
        }
    }
}

/// The display of an action, and its effects when the person chooses it (`UNNotificationActionOptions`).
package struct ActionOptions: NamedOptions {
    package let rawValue: UInt

    package init(rawValue: UInt) { self.rawValue = rawValue }

    /// The action waits until the session is unlocked.
    package static let authenticationRequired = ActionOptions(rawValue: 1 << 0)
    /// The action is shown last and, if the server can, marked as destructive.
    package static let destructive = ActionOptions(rawValue: 1 << 1)
    /// The action brings the application to the front.
    package static let foreground = ActionOptions(rawValue: 1 << 2)

    package static let names: [(option: ActionOptions, name: String)] = [
        (.authenticationRequired, "authenticationRequired"), (.destructive, "destructive"), (.foreground, "foreground"),
    ]
}
