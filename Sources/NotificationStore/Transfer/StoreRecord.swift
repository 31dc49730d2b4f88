// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import NotificationModel

/// A record that moves from one store to another, without numbers that only the old store or its server understands.
package enum StoreRecord: Hashable, Sendable {
    /// The badge of an application, and the options that it has asked for; nil if it never asked.
    case application(String, badge: Int, authorization: Authorization?)
    case category(String, NotificationModel.Category)
    /// The pause of an application, or of all applications with "*"; the date is nil for a pause without end.
    case pause(String, until: Date?)
    /// The kind of an application's extensions that the person has disabled: `service` or `content`.
    case disabledExtension(String, kind: String)
    /// A registration for remote notifications.
    case registration(RegistrationRecord)
    case pending(PendingRequest)
    case delivered(DeliveredRecord)
    case missed(MissedRequest)
    /// An item of the outbox; its number is 0, because it means nothing in another store.
    case outbox(OutboxItem)
    /// An entry of the history; the files attached to its notification are not exported.
    case history(HistoryEntry)
    /// A line of the log; its cursor is 0, because it means nothing in another store.
    case event(EventRecord)

    /// The kind of a record; the raw value is the `type` of the record's line in an export.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case application, category, pause
        case disabledExtension = "extension"
        case registration, pending, delivered, missed, response, command, history, event
    }

    /// The kind of this record. An outbox item is a response, which an application fetches, or a command.
    package var kind: Kind {
        switch self {
        case .application: .application
        case .category: .category
        case .pause: .pause
        case .disabledExtension: .disabledExtension
        case .registration: .registration
        case .pending: .pending
        case .delivered: .delivered
        case .missed: .missed
        case .outbox(let item): item.receiver == .delegate ? .response : .command
        case .history: .history
        case .event: .event
        }
    }

    /// The id of the application that owns the record; "*" for a pause of all applications.
    package var app: String {
        switch self {
        case .application(let app, _, _), .category(let app, _), .pause(let app, _), .disabledExtension(let app, _): app
        case .registration(let record): record.app
        case .pending(let record): record.app
        case .delivered(let record): record.notification.app
        case .missed(let missed): missed.app
        case .outbox(let item): item.app
        case .history(let entry): entry.notification.app
        case .event(let event): event.app
        }
    }
}
