// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

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

extension Category: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case identifier, actions, intentIdentifiers, options, hiddenPreviewsBodyPlaceholder
        case summaryFormat = "categorySummaryFormat"
    }

    package init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(otherThan: CodingKeys.allCases.map(\.rawValue))
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            identifier: try container.decode(String.self, forKey: .identifier),
            actions: try container.value(.actions, or: []),
            intentIdentifiers: try container.value(.intentIdentifiers, or: []),
            options: try container.value(.options, or: []),
            hiddenPreviewsBodyPlaceholder: try container.value(.hiddenPreviewsBodyPlaceholder, or: ""),
            summaryFormat: try container.value(.summaryFormat, or: ""))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(identifier, forKey: .identifier)
        try container.encode(actions, forKey: .actions)
        try container.encode(intentIdentifiers, .intentIdentifiers, unless: [])
        try container.encode(options, .options, unless: [])
        try container.encode(hiddenPreviewsBodyPlaceholder, .hiddenPreviewsBodyPlaceholder, unless: "")
        try container.encode(summaryFormat, .summaryFormat, unless: "")
    }
}
