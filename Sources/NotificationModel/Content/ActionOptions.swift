// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// What choosing an action does (`UNNotificationActionOptions`).
package struct ActionOptions: NamedOptions {
    package let rawValue: UInt

    package init(rawValue: UInt) { self.rawValue = rawValue }

    /// Waits until the session is unlocked.
    package static let authenticationRequired = ActionOptions(rawValue: 1 << 0)
    /// Shown last and, where the server can, marked.
    package static let destructive = ActionOptions(rawValue: 1 << 1)
    /// Brings the application to the front.
    package static let foreground = ActionOptions(rawValue: 1 << 2)

    package static let names: [(option: ActionOptions, name: String)] = [
        (.authenticationRequired, "authenticationRequired"),
        (.destructive, "destructive"),
        (.foreground, "foreground"),
    ]
}
