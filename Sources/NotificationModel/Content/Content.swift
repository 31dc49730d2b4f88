// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Triggers

// Why: the type has many properties, because it has those of UNNotificationContent and a few more.
/// Text, sound and attachments of a notification (`UNNotificationContent`). Every property has Apple's default.
package struct Content: Hashable, Sendable {
    /// The title: one line of plain text. At most ``Limits/titleBytes``.
    package var title = ""
    /// The subtitle, shown as the second line. At most ``Limits/titleBytes``.
    package var subtitle = ""
    /// The text, of several lines. At most ``Limits/bodyBytes``. It is plain text: markup is shown literally.
    package var body = ""
    /// The number to show on the application's icon; nil leaves it unchanged, 0 removes it.
    package var badge: Int?
    /// The sound to play; nil makes the notification silent.
    package var sound: Sound?
    /// Data of the application, returned with every response.
    package var userInfo: [String: PropertyListValue] = [:]
    package var attachments: [Attachment] = []
    /// Identifier of the category with the actions to show, which is looked up when the notification is presented.
    package var categoryIdentifier = ""
    /// Name of the thread of notifications to which the notification belongs.
    package var threadIdentifier = ""
    /// Identifier of the window or document that the application brings forward for this notification.
    package var targetContentIdentifier: String?
    package var interruptionLevel = InterruptionLevel.active
    /// Relevance from 0.0 to 1.0; a summary features the most relevant notification.
    package var relevanceScore = 0.0
    package var filterCriteria: String?
    /// Whether the application's service extension may rewrite the content before it is shown (`mutable-content`).
    package var mutableContent = false
    /// The title of the action that opens the notification itself; empty for no such action. Nil leaves the title to
    /// the agent: "Open" if a click has an effect, else no action.
    package var defaultActionTitle: String?
    /// Stored for programs written for Apple's systems; Linux has no launch images.
    package var launchImageName = ""
    /// Stored for programs written for Apple's systems, which ignore it too.
    package var summaryArgument = ""
    /// Number of items that the notification stands for in its group's summary; at least 1.
    package var summaryArgumentCount = 1

    package init(title: String = "", subtitle: String = "", body: String = "") {
        (self.title, self.subtitle, self.body) = (title, subtitle, body)
    }

    /// Tells whether the content has no text: such a request only sets a badge or plays a sound.
    package var hasNoText: Bool { title.isEmpty && subtitle.isEmpty && body.isEmpty }

    /// Whether a service extension may rewrite the content: it is mutable, and has a text to show.
    package var mayExtend: Bool { mutableContent && !hasNoText }
}

extension Content: KeyCoded {
    package static let sharesDictionary = true
    package static let blank = Content()
    package static let codedKeys: CodedKeys<Content> = [
        .value("title", \.title, isKept: true), .value("subtitle", \.subtitle), .value("body", \.body),
        .optional("badge", \.badge), .optional("sound", \.sound), .value("userInfo", \.userInfo),
        .value("attachments", \.attachments), .value("categoryIdentifier", \.categoryIdentifier),
        .value("threadIdentifier", \.threadIdentifier), .optional("targetContentIdentifier", \.targetContentIdentifier),
        .value("interruptionLevel", \.interruptionLevel), .value("relevanceScore", \.relevanceScore),
        .optional("filterCriteria", \.filterCriteria), .value("launchImageName", \.launchImageName),
        .value("summaryArgument", \.summaryArgument), .value("summaryArgumentCount", \.summaryArgumentCount),
        .value("mutableContent", \.mutableContent), .optional("defaultActionTitle", \.defaultActionTitle),
    ]
}

/// Degree to which a notification may interrupt the person (`UNNotificationInterruptionLevel`).
package enum InterruptionLevel: String, Hashable, Sendable, NamedChoice {
    /// Presented without a sound and, if the server can, without a banner.
    case passive
    /// Presented at once; the default.
    case active
    /// Presented at once and shown until the person has seen it.
    case timeSensitive
    /// Presented at once, even during do-not-disturb if the person allows it.
    case critical
}
