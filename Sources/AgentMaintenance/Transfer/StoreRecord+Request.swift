// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel
import NotificationStore

extension StoreRecord {
    /// Returns the record with its request transformed; a record without a request stays as it is.
    func mapRequest(_ transform: (Request) throws -> Request) rethrows -> StoreRecord {
        switch self {
        case .application, .category, .pause, .disabledExtension, .registration, .event: return self
        case .pending(var pending):
            pending.request = try transform(pending.request)
            return .pending(pending)
        case .delivered(var delivered):
            delivered.notification.request = try transform(delivered.notification.request)
            return .delivered(delivered)
        case .missed(var missed):
            missed.request = try transform(missed.request)
            return .missed(missed)
        case .outbox(var item):
            item.notification.request = try transform(item.notification.request)
            item.response?.notification = item.notification
            return .outbox(item)
        case .history(var entry):
            entry.notification.request = try transform(entry.notification.request)
            return .history(entry)
        }
    }

    /// The request of a delivered notification before a service extension has rewritten it; nil for any other record.
    var original: Request? { if case .delivered(let delivered) = self { delivered.original } else { nil } }

    /// Returns a delivered notification with `original` as its original request; any other record stays as it is.
    func withOriginal(_ original: Request?) -> StoreRecord {
        guard case .delivered(var delivered) = self else { return self }
        delivered.original = original
        return .delivered(delivered)
    }
}
