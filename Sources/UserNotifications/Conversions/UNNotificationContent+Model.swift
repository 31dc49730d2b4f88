// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel

extension UNNotificationContent {
    convenience init(_ content: Content) {
        var fields = ContentFields()
        (fields.title, fields.subtitle, fields.body) = (content.title, content.subtitle, content.body)
        (fields.categoryIdentifier, fields.threadIdentifier) = (content.categoryIdentifier, content.threadIdentifier)
        (fields.launchImageName, fields.summaryArgument) = (content.launchImageName, content.summaryArgument)
        fields.attachments = content.attachments.map { UNNotificationAttachment($0) }
        fields.badge = content.badge.map { NSNumber(value: $0) }
        fields.sound = content.sound.map { UNNotificationSound(carrying: $0) }
        fields.userInfo = UserInfo(content.userInfo)
        fields.summaryArgumentCount = content.summaryArgumentCount
        fields.targetContentIdentifier = content.targetContentIdentifier
        fields.interruptionLevel = UNNotificationInterruptionLevel(content.interruptionLevel)
        fields.relevanceScore = content.relevanceScore
        fields.filterCriteria = content.filterCriteria
        fields.isMutableContent = content.mutableContent
        fields.defaultActionTitle = content.defaultActionTitle
        self.init(fields)
    }

    /// Returns the content in the agent's type, read through the properties, which a subclass may override.
    ///
    /// Numbers out of the agent's range, which Apple accepts, are clamped: a badge of -1 is an old way to say 0.
    ///
    /// - Throws: ``UNError`` that names the key in user info whose value a property list can't hold.
    func model() throws -> Content {
        var content = Content(title: title, subtitle: subtitle, body: body)
        (content.categoryIdentifier, content.threadIdentifier) = (categoryIdentifier, threadIdentifier)
        (content.launchImageName, content.summaryArgument) = (launchImageName, summaryArgument)
        content.attachments = attachments.map(\.model)
        content.badge = badge.map { max(0, $0.intValue) }
        content.sound = sound?.model
        // The agent refuses paths, and doesn't search the application's folders for sounds: only the file name is kept.
        if let name = content.sound?.name, name.contains("/") {
            content.sound?.name = name.split(separator: "/").last.map(String.init)
        }
        content.userInfo = try PropertyListValue.values(of: userInfo, key: "userInfo")
        content.targetContentIdentifier = targetContentIdentifier
        content.interruptionLevel = interruptionLevel.model
        content.relevanceScore = relevanceScore.isNaN ? 0 : min(max(0, relevanceScore), 1)
        content.filterCriteria = filterCriteria
        content.mutableContent = fields.isMutableContent
        content.defaultActionTitle = fields.defaultActionTitle
        content.summaryArgumentCount = min(max(1, summaryArgumentCount), Limits.summaryArgumentCount)
        return content
    }
}

extension UNNotificationInterruptionLevel {
    init(_ level: InterruptionLevel) {
        switch level {
        case .passive: self = .passive
        case .active: self = .active
        case .timeSensitive: self = .timeSensitive
        case .critical: self = .critical
        }
    }

    var model: InterruptionLevel {
        switch self {
        case .passive: .passive
        case .active: .active
        case .timeSensitive: .timeSensitive
        case .critical: .critical
        // The level has a raw value from a later release of Apple's systems.
        @unknown default: .active
        }
    }
}

// Why: the type has many properties, because it has those of UNNotificationContent.
/// The values of a content, in Apple's types.
struct ContentFields: Hashable {
    var attachments: [UNNotificationAttachment] = []
    var badge: NSNumber?
    var body = ""
    var categoryIdentifier = ""
    var launchImageName = ""
    var sound: UNNotificationSound?
    var subtitle = ""
    var threadIdentifier = ""
    var title = ""
    var userInfo = UserInfo()
    var summaryArgument = ""
    var summaryArgumentCount = 1
    var targetContentIdentifier: String?
    var interruptionLevel = UNNotificationInterruptionLevel.active
    var relevanceScore = 0.0
    var filterCriteria: String?
    var isMutableContent = false
    var defaultActionTitle: String?
}

extension ContentFields {
    /// The keys of texts in archives, and their properties.
    private static var texts: [(key: String, field: WritableKeyPath<ContentFields, String>)] {
        [
            ("title", \.title), ("subtitle", \.subtitle), ("body", \.body), ("launchImageName", \.launchImageName),
            ("categoryIdentifier", \.categoryIdentifier), ("threadIdentifier", \.threadIdentifier),
            ("summaryArgument", \.summaryArgument),
        ]
    }

    init(_ coder: NSCoder) {
        for text in Self.texts { self[keyPath: text.field] = coder.string(text.key) ?? "" }
        attachments = coder.objects(UNNotificationAttachment.self, "attachments")
        badge = coder.number("badge")
        sound = coder.object(UNNotificationSound.self, "sound")
        userInfo = UserInfo(coder, "userInfo")
        summaryArgumentCount = coder.number("summaryArgumentCount")?.intValue ?? 1
        targetContentIdentifier = coder.string("targetContentIdentifier")
        interruptionLevel =
            (coder.number("interruptionLevel")?.uintValue).flatMap(UNNotificationInterruptionLevel.init) ?? .active
        relevanceScore = coder.number("relevanceScore")?.doubleValue ?? 0
        filterCriteria = coder.string("filterCriteria")
        isMutableContent = coder.number("mutableContent")?.boolValue ?? false
        defaultActionTitle = coder.string("defaultActionTitle")
    }

    func encode(with coder: NSCoder) {
        for text in Self.texts { coder.encode(self[keyPath: text.field], text.key) }
        coder.encode(attachments, "attachments")
        coder.encode(badge, "badge")
        coder.encode(sound, forKey: "sound")
        userInfo.encode(with: coder, "userInfo")
        coder.encode(NSNumber(value: summaryArgumentCount), "summaryArgumentCount")
        coder.encode(targetContentIdentifier, "targetContentIdentifier")
        coder.encode(NSNumber(value: interruptionLevel.rawValue), "interruptionLevel")
        coder.encode(NSNumber(value: relevanceScore), "relevanceScore")
        coder.encode(filterCriteria, "filterCriteria")
        if isMutableContent { coder.encode(NSNumber(value: true), "mutableContent") }
        coder.encode(defaultActionTitle, "defaultActionTitle")
    }
}
