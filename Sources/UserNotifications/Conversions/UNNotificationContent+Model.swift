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
