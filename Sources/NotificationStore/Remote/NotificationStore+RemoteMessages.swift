// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB
import NotificationModel
package import Triggers

/// A decrypted remote notification, to be stored before its receipt is acknowledged.
package struct RemoteArrival: Sendable {
    package let app: String
    /// Name of the message, by which a repeated message is recognized.
    package let message: String
    package let date: Date
    /// The notification to present; nil for a silent push.
    package var addition: Addition?
    /// The push for which the application is woken; nil if the message only shows a notification.
    package var wake: RemoteWake?

    package init(app: String, message: String, date: Date) {
        (self.app, self.message, self.date) = (app, message, date)
    }
}

/// The result of storing a remote notification.
package enum RemoteReceipt: Sendable {
    /// The message was received before.
    case repeated
    /// The message is stored; `added` is the outcome of the notification to present.
    case stored(added: Result<AddOutcome, Refusal>?)
}

/// The counter of an application's remote messages that were dropped, or caused a remark, for one reason.
package struct DroppedPushes: Hashable, Sendable {
    /// The application id; empty if the message's token belongs to no registration, or if there are too many counters.
    package let app: String
    package let reason: String
    package let count: Int
    /// The date of the last dropped message.
    package let date: Date
    /// Details of the last dropped message, without a notification's text.
    package let detail: String
}

extension NotificationStore {
    /// Number of messages that the store remembers for each application, so that it recognizes repeated messages.
    private static let rememberedMessages = 512

    /// Tells whether a message for an application was received before.
    package func hasReceived(_ message: String, of app: String) async throws -> Bool {
        try await read { try $0.row(RemoteQuery.received, [app, message]) { $0[0] as Int } ?? 0 } > 0
    }

    /// Stores a remote notification, unless it was stored before.
    ///
    /// - Throws: ``StoreError``; then nothing was stored, and the message may be sent again.
    package func receive(_ arrival: RemoteArrival) async throws -> RemoteReceipt {
        let stored = arrival.addition.map { addition in
            Result { () throws(Refusal) in try StoredRequest(addition.request) }
        }
        return try await write { transaction in
            try transaction.execute(RemoteQuery.noteReceived, [arrival.app, arrival.message])
            guard transaction.changes > 0 else { return .repeated }
            try transaction.execute(RemoteQuery.forgetReceived, [arrival.app, Self.rememberedMessages])
            if let wake = arrival.wake {
                try WakeTable(db: transaction.db).insert(wake, of: arrival.app, at: arrival.date)
            }
            guard let addition = arrival.addition, let stored else { return .stored(added: nil) }
            var waiting: [String: WaitingLoad] = [:]
            switch stored {
            case .failure(let refusal): return .stored(added: .failure(refusal))
            case .success(let stored):
                return .stored(added: try transaction.pendingTable.add(addition, stored, waiting: &waiting))
            }
        }
    }

    /// Number of applications and reasons with counters of their own; further ones are counted together.
    private static let droppedReasons = 1000

    /// Counts a remote message that was dropped.
    package func noteDropped(
        _ reason: String, of app: String, detail: String = "", at date: Date
    ) async throws {
        try await write { transaction in
            let known = try transaction.row(RemoteQuery.droppedReasons, []) { $0[0] as Int } ?? 0
            try transaction.execute(
                RemoteQuery.noteDropped,
                [known < Self.droppedReasons ? app : "", reason, date.timeIntervalSince1970, detail])
        }
    }

    /// Reads the counters of dropped messages.
    package func droppedPushes() async throws -> [DroppedPushes] {
        try await read {
            try $0.rows(RemoteQuery.dropped, []) { row in
                DroppedPushes(
                    app: row[0], reason: row[1], count: row[2], date: Date(timeIntervalSince1970: row[3]),
                    detail: row[4])
            }
        }
    }
}
