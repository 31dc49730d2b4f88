// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel

/// What a button asks for that wants words, where the server has no field for them.
struct Question: Hashable, Sendable, Codable {
    /// The action's identifier: what the answer is a response to.
    let identifier: String
    /// The button's label.
    let label: String
    /// Stands in the empty field; empty for none.
    let placeholder: String
    /// The label of what sends the words; empty for the prompt's own.
    let buttonTitle: String

    init(_ action: Action, _ field: Action.TextInput) {
        identifier = action.identifier
        label = action.title
        placeholder = field.placeholder
        buttonTitle = field.buttonTitle
    }
}
