// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel

extension UNNotificationContent {
    /// The content of a request that the agent has.
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

    /// The content for the agent. It asks the properties, which a subclass may have overridden.
    ///
    /// Numbers out of range, which Apple takes and the agent does not, become the nearest: a badge of -1 is an old way
    /// to say 0.
    ///
    /// - Throws: ``UNError`` that names the key in user info whose value no property list has.
    func model() throws -> Content {
        var content = Content(title: title, subtitle: subtitle, body: body)
        content.attachments = attachments.map(\.model)
        content.badge = badge.map { max(0, $0.intValue) }
        content.sound = sound?.model
        // The agent takes no paths. Nothing is lost: a file of the application's is not found anyway.
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
