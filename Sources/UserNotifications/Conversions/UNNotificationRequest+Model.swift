// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel

extension UNNotificationRequest {
    /// A request that the agent has.
    ///
    /// - Parameters:
    ///   - request: Pending or delivered.
    ///   - nextTriggerDate: When the agent fires it next; nil if it doesn't wait.
    convenience init(_ request: NotificationModel.Request, nextTriggerDate: Date? = nil) {
        self.init(
            Fields(
                identifier: request.identifier, content: UNNotificationContent(request.content),
                trigger: request.trigger.map { UNNotificationTrigger.make($0, scheduledDate: nextTriggerDate) },
                presentation: request.presentation, responsePlan: request.responsePlan))
    }

    /// The request for the agent; `DictionaryCoding.properties(of:)` makes the dictionary that `Add` takes.
    ///
    /// - Throws: ``UNError`` that says what of it no agent can take: a location or push trigger, a value in user info
    ///   that no property list has.
    func draft() throws -> NotificationModel.Request {
        NotificationModel.Request(
            identifier: identifier, content: try content.model(), trigger: try trigger?.model(),
            presentation: fields.presentation, responsePlan: fields.responsePlan)
    }
}
