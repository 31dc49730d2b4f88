// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import NotificationModel

/// What a button asks for that wants words, where the server has no field for them.
package struct Question: Hashable, Sendable, Codable {
    /// The action's identifier: what the answer is a response to.
    package let identifier: String
    /// The button's label.
    package let label: String
    /// Stands in the empty field; empty for none.
    package let placeholder: String
    /// The label of what sends the words; empty for the prompt's own.
    package let buttonTitle: String

    package init(_ action: Action, _ field: Action.TextInput) {
        identifier = action.identifier
        label = action.title
        placeholder = field.placeholder
        buttonTitle = field.buttonTitle
    }
}
