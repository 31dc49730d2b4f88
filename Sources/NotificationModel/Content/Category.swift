// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Triggers

/// A kind of notification, and the actions that such a notification offers (`UNNotificationCategory`).
package struct Category: Hashable, Sendable {
    /// Identifier that a content's category identifier refers to; not empty.
    package var identifier: String
    /// Actions in the order in which they are shown. At most ``Limits/actions``.
    package var actions: [Action]
    package var intentIdentifiers: [String]
    package var options: CategoryOptions
    /// Text shown instead of the body when previews are hidden; empty for the standard text.
    package var hiddenPreviewsBodyPlaceholder: String
    /// Format of a group's summary; `%u` stands for the count of items, `%@` for the summary arguments.
    package var summaryFormat: String

    package init(
        identifier: String, actions: [Action] = [], intentIdentifiers: [String] = [],
        options: CategoryOptions = [], hiddenPreviewsBodyPlaceholder: String = "", summaryFormat: String = ""
    ) {
        (self.identifier, self.actions, self.intentIdentifiers) = (identifier, actions, intentIdentifiers)
        (self.options, self.hiddenPreviewsBodyPlaceholder) = (options, hiddenPreviewsBodyPlaceholder)
        self.summaryFormat = summaryFormat
    }
}

extension Category: KeyCoded {
    package static let blank = Category(identifier: "")
    package static let codedKeys: CodedKeys<Category> = [
        .required("identifier", \.identifier), .value("actions", \.actions, isKept: true),
        .value("intentIdentifiers", \.intentIdentifiers), .value("options", \.options),
        .value("hiddenPreviewsBodyPlaceholder", \.hiddenPreviewsBodyPlaceholder),
        .value("categorySummaryFormat", \.summaryFormat),
    ]
}

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
        (.customDismissAction, "customDismissAction"), (.allowInCarPlay, "allowInCarPlay"),
        (.hiddenPreviewsShowTitle, "hiddenPreviewsShowTitle"),
        (.hiddenPreviewsShowSubtitle, "hiddenPreviewsShowSubtitle"), (.allowAnnouncement, "allowAnnouncement"),
    ]
}

extension Category {
    /// Checks the whole set of an application's categories.
    ///
    /// - Throws: ``Refusal`` for a duplicate identifier, an empty identifier, or too many categories.
    package static func validate(_ categories: [Category]) throws {
        if let refused = sorted(out: categories).refused.first { throw refused.refusal }
    }

    /// Separates the categories that ``validate(_:)`` accepts, in order, from refused ones, with each refusal's reason.
    ///
    /// If two categories have the same identifier, both are refused: a set has no order.
    package static func sorted(
        out categories: [Category]
    ) -> (good: [Category], refused: [(category: Category, refusal: any Error)]) {
        var good: [Category] = []
        var refused: [(category: Category, refusal: any Error)] = []
        let counts = Dictionary(categories.map { ($0.identifier, 1) }, uniquingKeysWith: +)
        for category in categories {
            do {
                try category.validate()
                guard counts[category.identifier] == 1 else {
                    throw Refusal.invalidRequest("two categories have the identifier \"\(category.identifier)\"")
                }
                guard good.count < Limits.categories else {
                    throw Refusal.contentTooLarge(
                        "\(categories.count) categories are too many; the limit is \(Limits.categories)")
                }
                good.append(category)
            } catch {
                refused.append((category, error))
            }
        }
        return (good, refused)
    }

    /// Checks the category alone, without comparing it with other categories.
    private func validate() throws {
        guard !identifier.isEmpty else { throw Refusal.invalidRequest("a category has an empty identifier") }
        try Request.check(identifier, "category.identifier", atMost: Limits.identifierBytes)
        try Request.check(hiddenPreviewsBodyPlaceholder, "hiddenPreviewsBodyPlaceholder", atMost: Limits.titleBytes)
        try Request.check(summaryFormat, "categorySummaryFormat", atMost: Limits.titleBytes)
        try Action.validate(actions, of: "actions")
    }
}
