// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Triggers

/// A kind of notification and the actions it offers (`UNNotificationCategory`).
package struct Category: Hashable, Sendable {
    /// Identifier that a content's category identifier refers to; not empty.
    package var identifier: String
    /// Actions in the order in which they are shown. At most ``Limits/actions``.
    package var actions: [Action]
    package var intentIdentifiers: [String]
    package var options: CategoryOptions
    /// Text shown instead of the body when previews are hidden; empty for the standard text.
    package var hiddenPreviewsBodyPlaceholder: String
    /// Format of a group's summary; `%u` stands for the count, `%@` for the arguments.
    package var summaryFormat: String

    package init(
        identifier: String, actions: [Action] = [], intentIdentifiers: [String] = [],
        options: CategoryOptions = [], hiddenPreviewsBodyPlaceholder: String = "", summaryFormat: String = ""
    ) {
        self.identifier = identifier
        self.actions = actions
        self.intentIdentifiers = intentIdentifiers
        self.options = options
        self.hiddenPreviewsBodyPlaceholder = hiddenPreviewsBodyPlaceholder
        self.summaryFormat = summaryFormat
    }
}

extension Category: KeyCoded {
    package static let blank = Category(identifier: "")
    package static let codedKeys: [CodedKey<Category>] = [
        .required("identifier", \.identifier), .value("actions", \.actions, isKept: true),
        .value("intentIdentifiers", \.intentIdentifiers), .value("options", \.options),
        .value("hiddenPreviewsBodyPlaceholder", \.hiddenPreviewsBodyPlaceholder),
        .value("categorySummaryFormat", \.summaryFormat),
    ]
}
