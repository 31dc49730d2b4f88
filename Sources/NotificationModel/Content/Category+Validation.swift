// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

extension Category {
    /// Checks the whole set of an application's categories.
    ///
    /// - Throws: ``Refusal`` for a duplicate identifier, an empty identifier, or too many categories.
    package static func validate(_ categories: [Category]) throws {
        guard categories.count <= Limits.categories else {
            throw Refusal.contentTooLarge(
                "\(categories.count) categories are too many; the limit is \(Limits.categories)")
        }
        var seen: Set<String> = []
        for category in categories {
            try category.validate()
            guard seen.insert(category.identifier).inserted else { throw twice(category.identifier) }
        }
    }

    /// Separates valid categories from invalid ones.
    ///
    /// - Parameter categories: Any categories. If two have the same identifier, both are invalid: a set has no order.
    /// - Returns: The categories that ``validate(_:)`` accepts, in order, and the reason for each refusal.
    package static func sorted(
        out categories: [Category]
    ) -> (good: [Category], refused: [(category: Category, refusal: any Error)]) {
        var good: [Category] = []
        var refused: [(category: Category, refusal: any Error)] = []
        let counts = Dictionary(categories.map { ($0.identifier, 1) }, uniquingKeysWith: +)
        for category in categories {
            do {
                try category.validate()
                guard counts[category.identifier] == 1 else { throw twice(category.identifier) }
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

    private static func twice(_ identifier: String) -> Refusal {
        .invalidRequest("two categories have the identifier \"\(identifier)\"")
    }

    /// Checks the category alone, without comparing it with others.
    private func validate() throws {
        guard !identifier.isEmpty else { throw Refusal.invalidRequest("a category has an empty identifier") }
        try Request.check(identifier, "category.identifier", atMost: Limits.identifierBytes)
        try Request.check(
            hiddenPreviewsBodyPlaceholder, "hiddenPreviewsBodyPlaceholder", atMost: Limits.titleBytes)
        try Request.check(summaryFormat, "categorySummaryFormat", atMost: Limits.titleBytes)
        try Action.validate(actions, of: "actions")
    }
}
