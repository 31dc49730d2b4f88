// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import NotificationModel

/// The question of a text action, for servers without a text field.
package struct Question: Hashable, Sendable, Codable {
    /// The action's identifier, which the response will carry.
    package let identifier: String
    /// The button's label.
    package let label: String
    /// The text in the empty field; empty for none.
    package let placeholder: String
    /// The label of the button that sends the text; empty for the prompt's default.
    package let buttonTitle: String

    package init(_ action: Action, _ field: Action.TextInput) {
        identifier = action.identifier
        label = action.title
        placeholder = field.placeholder
        buttonTitle = field.buttonTitle
    }
}
