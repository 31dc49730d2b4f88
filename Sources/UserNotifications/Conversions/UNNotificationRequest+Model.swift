// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel

extension UNNotificationRequest {
    /// Creates a request from the agent's type.
    ///
    /// - Parameters:
    ///   - request: A pending or delivered request.
    ///   - nextTriggerDate: Next fire date; nil if the request isn't pending.
    convenience init(_ request: NotificationModel.Request, nextTriggerDate: Date? = nil) {
        self.init(
            Fields(
                identifier: request.identifier, content: UNNotificationContent(request.content),
                trigger: request.trigger.map { UNNotificationTrigger.make($0, scheduledDate: nextTriggerDate) },
                presentation: request.presentation, responsePlan: request.responsePlan))
    }

    /// Returns the request in the agent's type; `DictionaryCoding.properties(of:)` makes the dictionary for `Add`.
    ///
    /// - Throws: ``UNError`` that names the unsupported part: a location or push trigger, or a value in user info that
    ///   a property list can't hold.
    func draft() throws -> NotificationModel.Request {
        NotificationModel.Request(
            identifier: identifier, content: try content.model(), trigger: try trigger?.model(),
            presentation: fields.presentation, responsePlan: fields.responsePlan)
    }
}
