// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// Behaviour of a category's notifications (`UNNotificationCategoryOptions`).
package struct CategoryOptions: NamedOptions {
    package let rawValue: UInt

    package init(rawValue: UInt) { self.rawValue = rawValue }

    /// Dismissing the notification is a response too.
    package static let customDismissAction = CategoryOptions(rawValue: 1 << 0)
    package static let allowInCarPlay = CategoryOptions(rawValue: 1 << 1)
    /// The title is shown even when previews are hidden.
    package static let hiddenPreviewsShowTitle = CategoryOptions(rawValue: 1 << 2)
    /// The subtitle is shown even when previews are hidden.
    package static let hiddenPreviewsShowSubtitle = CategoryOptions(rawValue: 1 << 3)
    package static let allowAnnouncement = CategoryOptions(rawValue: 1 << 4)

    package static let names: [(option: CategoryOptions, name: String)] = [
        (.customDismissAction, "customDismissAction"),
        (.allowInCarPlay, "allowInCarPlay"),
        (.hiddenPreviewsShowTitle, "hiddenPreviewsShowTitle"),
        (.hiddenPreviewsShowSubtitle, "hiddenPreviewsShowSubtitle"),
        (.allowAnnouncement, "allowAnnouncement"),
    ]
}
