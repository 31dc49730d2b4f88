// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel
import Translations

/// The two buttons of a question without buttons of its own.
enum YesOrNo {
    /// Identifiers, the same in all languages.
    static let yes = "yes"
    static let no = "no"

    /// The buttons in the person's language.
    static var buttons: [ActionArgument] {
        let catalog = MessageCatalog.own
        return [
            ActionArgument(identifier: yes, title: catalog.text("Yes")),
            ActionArgument(identifier: no, title: catalog.text("No")),
        ]
    }
}
