// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

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
