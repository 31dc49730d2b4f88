// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel
import NotificationStore

extension StoreRecord {
    /// Returns the record with its request transformed; a record without a request stays as it is.
    func mapRequest(_ transform: (Request) throws -> Request) rethrows -> StoreRecord {
        switch self {
        case .application, .category, .pause, .event: return self
        case .pending(var pending):
            pending.request = try transform(pending.request)
            return .pending(pending)
        case .delivered(var delivered):
            delivered.notification.request = try transform(delivered.notification.request)
            return .delivered(delivered)
        case .missed(let missed):
            return .missed(
                MissedRequest(
                    app: missed.app, request: try transform(missed.request), due: missed.due, date: missed.date,
                    reason: missed.reason, isWaiting: missed.isWaiting))
        case .outbox(let item):
            var notification = item.notification
            notification.request = try transform(notification.request)
            var response = item.response
            response?.notification = notification
            return .outbox(
                OutboxItem(
                    id: item.id, receiver: item.receiver, event: item.event, notification: notification,
                    response: response))
        }
    }
}
