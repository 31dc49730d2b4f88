// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel

extension UNNotificationContent {
    /// Creates the content of one of the agent's requests.
    convenience init(_ content: Content) {
        var fields = ContentFields()
        fields.attachments = content.attachments.map { UNNotificationAttachment($0) }
        fields.badge = content.badge.map { NSNumber(value: $0) }
        fields.body = content.body
        fields.categoryIdentifier = content.categoryIdentifier
        fields.launchImageName = content.launchImageName
        fields.sound = content.sound.map { UNNotificationSound($0) }
        fields.subtitle = content.subtitle
        fields.threadIdentifier = content.threadIdentifier
        fields.title = content.title
        for (key, value) in content.userInfo { fields.userInfo[key] = value.any }
        fields.summaryArgument = content.summaryArgument
        fields.summaryArgumentCount = content.summaryArgumentCount
        fields.targetContentIdentifier = content.targetContentIdentifier
        fields.interruptionLevel = UNNotificationInterruptionLevel(content.interruptionLevel)
        fields.relevanceScore = content.relevanceScore
        fields.filterCriteria = content.filterCriteria
        self.init(fields)
    }

    /// Returns the content in the agent's type, read through the properties, which a subclass may override.
    ///
    /// Numbers out of range are clamped, because Apple accepts them and the agent doesn't: a badge of -1 is an old way
    /// to say 0.
    ///
    /// - Throws: ``UNError`` that names the key in user info whose value a property list can't hold.
    func model() throws -> Content {
        var content = Content(title: title, subtitle: subtitle, body: body)
        content.attachments = attachments.map(\.model)
        content.badge = badge.map { max(0, $0.intValue) }
        content.sound = sound?.model
        // The agent accepts no paths, and doesn't look for sounds in the application's folders anyway.
        if let name = content.sound?.name, name.contains("/") {
            content.sound?.name = name.split(separator: "/").last.map(String.init)
        }
        content.userInfo = try PropertyListValue.values(of: userInfo, key: "userInfo")
        content.categoryIdentifier = categoryIdentifier
        content.threadIdentifier = threadIdentifier
        content.targetContentIdentifier = targetContentIdentifier
        content.interruptionLevel = interruptionLevel.model
        content.relevanceScore = relevanceScore.isNaN ? 0 : min(max(0, relevanceScore), 1)
        content.filterCriteria = filterCriteria
        content.launchImageName = launchImageName
        content.summaryArgument = summaryArgument
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
        // A raw value of a later system.
        @unknown default: .active
        }
    }
}

// Why: it has the properties of UNNotificationContent.
/// The values of a content, in Apple's types.
struct ContentFields {
    var attachments: [UNNotificationAttachment] = []
    var badge: NSNumber?
    var body = ""
    var categoryIdentifier = ""
    var launchImageName = ""
    var sound: UNNotificationSound?
    var subtitle = ""
    var threadIdentifier = ""
    var title = ""
    var userInfo: [AnyHashable: Any] = [:]
    var summaryArgument = ""
    var summaryArgumentCount = 1
    var targetContentIdentifier: String?
    var interruptionLevel = UNNotificationInterruptionLevel.active
    var relevanceScore = 0.0
    var filterCriteria: String?
}

extension ContentFields: Hashable {
    static func == (one: ContentFields, other: ContentFields) -> Bool {
        one.attachments == other.attachments && one.badge == other.badge && one.body == other.body
            && one.categoryIdentifier == other.categoryIdentifier && one.launchImageName == other.launchImageName
            && one.sound == other.sound && one.subtitle == other.subtitle
            && one.threadIdentifier == other.threadIdentifier && one.title == other.title
            && UserInfo.isEqual(one.userInfo, other.userInfo)
            && one.summaryArgument == other.summaryArgument
            && one.summaryArgumentCount == other.summaryArgumentCount
            && one.targetContentIdentifier == other.targetContentIdentifier
            && one.interruptionLevel == other.interruptionLevel && one.relevanceScore == other.relevanceScore
            && one.filterCriteria == other.filterCriteria
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(title)
        hasher.combine(subtitle)
        hasher.combine(body)
        hasher.combine(categoryIdentifier)
        hasher.combine(userInfo.count)
    }
}

extension ContentFields {
    init(_ coder: NSCoder) {
        attachments = coder.objects(UNNotificationAttachment.self, "attachments")
        badge = coder.number("badge")
        body = coder.string("body") ?? ""
        categoryIdentifier = coder.string("categoryIdentifier") ?? ""
        launchImageName = coder.string("launchImageName") ?? ""
        sound = coder.object(UNNotificationSound.self, "sound")
        subtitle = coder.string("subtitle") ?? ""
        threadIdentifier = coder.string("threadIdentifier") ?? ""
        title = coder.string("title") ?? ""
        userInfo = UserInfo.decode(coder, "userInfo")
        summaryArgument = coder.string("summaryArgument") ?? ""
        summaryArgumentCount = coder.number("summaryArgumentCount")?.intValue ?? 1
        targetContentIdentifier = coder.string("targetContentIdentifier")
        interruptionLevel =
            (coder.number("interruptionLevel")?.uintValue).flatMap(UNNotificationInterruptionLevel.init) ?? .active
        relevanceScore = coder.number("relevanceScore")?.doubleValue ?? 0
        filterCriteria = coder.string("filterCriteria")
    }

    func encode(with coder: NSCoder) {
        coder.encode(attachments, "attachments")
        coder.encode(badge, "badge")
        coder.encode(body, "body")
        coder.encode(categoryIdentifier, "categoryIdentifier")
        coder.encode(launchImageName, "launchImageName")
        coder.encode(sound, forKey: "sound")
        coder.encode(subtitle, "subtitle")
        coder.encode(threadIdentifier, "threadIdentifier")
        coder.encode(title, "title")
        UserInfo.encode(userInfo, coder, "userInfo")
        coder.encode(summaryArgument, "summaryArgument")
        coder.encode(NSNumber(value: summaryArgumentCount), "summaryArgumentCount")
        coder.encode(targetContentIdentifier, "targetContentIdentifier")
        coder.encode(NSNumber(value: interruptionLevel.rawValue), "interruptionLevel")
        coder.encode(NSNumber(value: relevanceScore), "relevanceScore")
        coder.encode(filterCriteria, "filterCriteria")
    }
}
