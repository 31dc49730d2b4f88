// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

// Why: the properties are those of UNNotificationContent, and a few of ours.
/// Text, sound and attachments of a notification (`UNNotificationContent`). Every property has Apple's default.
package struct Content: Hashable, Sendable {
    /// The title: one line of plain text. At most ``Limits/titleBytes``.
    package var title = ""
    /// The second line. At most ``Limits/titleBytes``.
    package var subtitle = ""
    /// The text, of several lines. At most ``Limits/bodyBytes``. It is plain text: markup is shown literally.
    package var body = ""
    /// The number on the application's icon; nil leaves it unchanged, 0 removes it.
    package var badge: Int?
    /// The sound; nil is silent.
    package var sound: Sound?
    /// Data of the application, returned with every response.
    package var userInfo: [String: PropertyListValue] = [:]
    package var attachments: [Attachment] = []
    /// The category with the actions to show; looked up when the notification is presented.
    package var categoryIdentifier = ""
    /// Name of the group that the notification belongs to.
    package var threadIdentifier = ""
    /// The window or document to bring forward.
    package var targetContentIdentifier: String?
    package var interruptionLevel = InterruptionLevel.active
    /// Relevance from 0.0 to 1.0; a summary features the highest.
    package var relevanceScore = 0.0
    package var filterCriteria: String?
    /// Stored for programs written for Apple's systems; Linux has no launch images.
    package var launchImageName = ""
    /// Stored for programs written for Apple's systems, which ignore it too.
    package var summaryArgument = ""
    /// Number of items that the notification stands for in its group's summary; at least 1.
    package var summaryArgumentCount = 1

    package init(title: String = "", subtitle: String = "", body: String = "") {
        self.title = title
        self.subtitle = subtitle
        self.body = body
    }

    /// Tells whether there is no text: such a request can set a badge or play a sound only.
    package var hasNoText: Bool { title.isEmpty && subtitle.isEmpty && body.isEmpty }
}

extension Content: Codable {
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case title, subtitle, body, badge, sound, userInfo, attachments, categoryIdentifier, threadIdentifier
        case targetContentIdentifier, interruptionLevel, relevanceScore, filterCriteria, launchImageName
        case summaryArgument, summaryArgumentCount
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            title: try container.value(.title, or: ""), subtitle: try container.value(.subtitle, or: ""),
            body: try container.value(.body, or: ""))
        badge = try container.decodeIfPresent(Int.self, forKey: .badge)
        sound = try container.decodeIfPresent(Sound.self, forKey: .sound)
        userInfo = try container.value(.userInfo, or: userInfo)
        attachments = try container.value(.attachments, or: attachments)
        categoryIdentifier = try container.value(.categoryIdentifier, or: categoryIdentifier)
        threadIdentifier = try container.value(.threadIdentifier, or: threadIdentifier)
        targetContentIdentifier = try container.decodeIfPresent(String.self, forKey: .targetContentIdentifier)
        interruptionLevel = try container.value(.interruptionLevel, or: interruptionLevel)
        relevanceScore = try container.value(.relevanceScore, or: relevanceScore)
        filterCriteria = try container.decodeIfPresent(String.self, forKey: .filterCriteria)
        launchImageName = try container.value(.launchImageName, or: launchImageName)
        summaryArgument = try container.value(.summaryArgument, or: summaryArgument)
        summaryArgumentCount = try container.value(.summaryArgumentCount, or: summaryArgumentCount)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(title, forKey: .title)
        try container.encode(subtitle, .subtitle, unless: "")
        try container.encode(body, .body, unless: "")
        try container.encodeIfPresent(badge, forKey: .badge)
        try container.encodeIfPresent(sound, forKey: .sound)
        try container.encode(userInfo, .userInfo, unless: [:])
        try container.encode(attachments, .attachments, unless: [])
        try container.encode(categoryIdentifier, .categoryIdentifier, unless: "")
        try container.encode(threadIdentifier, .threadIdentifier, unless: "")
        try container.encodeIfPresent(targetContentIdentifier, forKey: .targetContentIdentifier)
        try container.encode(interruptionLevel, .interruptionLevel, unless: .active)
        try container.encode(relevanceScore, .relevanceScore, unless: 0)
        try container.encodeIfPresent(filterCriteria, forKey: .filterCriteria)
        try container.encode(launchImageName, .launchImageName, unless: "")
        try container.encode(summaryArgument, .summaryArgument, unless: "")
        try container.encode(summaryArgumentCount, .summaryArgumentCount, unless: 1)
    }
}
