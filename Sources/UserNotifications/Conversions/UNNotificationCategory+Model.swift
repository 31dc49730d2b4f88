// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel

extension UNNotificationCategory {
    /// Creates a category from the agent's type.
    convenience init(_ category: Category) {
        self.init(
            identifier: category.identifier, actions: category.actions.map { UNNotificationAction.make($0) },
            intentIdentifiers: category.intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: category.hiddenPreviewsBodyPlaceholder,
            categorySummaryFormat: category.summaryFormat,
            options: UNNotificationCategoryOptions(rawValue: category.options.rawValue))
    }

    /// The category in the agent's type.
    var model: Category {
        Category(
            identifier: identifier, actions: actions.map(\.model), intentIdentifiers: intentIdentifiers,
            options: CategoryOptions(rawValue: options.rawValue),
            hiddenPreviewsBodyPlaceholder: hiddenPreviewsBodyPlaceholder, summaryFormat: categorySummaryFormat)
    }
}
