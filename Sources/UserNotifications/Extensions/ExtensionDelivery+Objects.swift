// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import ExtensionWire
import NotificationModel

/// The notification that an extension receives, in Apple's types.
extension ExtensionDelivery {
    private var model: NotificationModel.Notification {
        var request = NotificationModel.Request(identifier: self.request.identifier, content: content)
        request.isRemote = self.request.trigger == .push
        return NotificationModel.Notification(
            app: app, request: request, date: self.request.date, due: self.request.date)
    }

    /// The request; its trigger is a ``UNPushNotificationTrigger`` if a push server sent the notification, else nil.
    package var notificationRequest: UNNotificationRequest { UNNotificationRequest(model.request) }

    /// The notification that is about to be shown.
    package var notification: UNNotification { UNNotification(model) }

    /// Returns the response with which the person chose an action.
    package func response(_ action: ExtensionAction) -> UNNotificationResponse {
        UNNotificationResponse.make(
            NotificationModel.Response(
                kind: action.text == nil ? .action : .text, actionIdentifier: action.identifier, userText: action.text,
                date: .now, notification: model))
    }
}
