// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// Effects of choosing an action (`UNNotificationActionOptions`).
package struct ActionOptions: NamedOptions {
    package let rawValue: UInt

    package init(rawValue: UInt) { self.rawValue = rawValue }

    /// The action waits until the session is unlocked.
    package static let authenticationRequired = ActionOptions(rawValue: 1 << 0)
    /// The action is shown last and, if the server can, marked.
    package static let destructive = ActionOptions(rawValue: 1 << 1)
    /// The action brings the application to the front.
    package static let foreground = ActionOptions(rawValue: 1 << 2)

    package static let names: [(option: ActionOptions, name: String)] = [
        (.authenticationRequired, "authenticationRequired"),
        (.destructive, "destructive"),
        (.foreground, "foreground"),
    ]
}
