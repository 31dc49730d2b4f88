// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB
package import NotificationModel

/// A notification that has fired, and what became of it.
package struct HistoryEntry: Hashable, Sendable {
    /// The fate of a notification.
    package enum Status: String, Hashable, Sendable, Codable, CaseIterable {
        /// The notification is to be shown, and no server has shown it yet.
        case presenting
        /// The notification is on the screen.
        case shown
        /// The notification is in the delivered list, and no longer on the screen.
        case unpresented
        /// The person answered the notification.
        case answered
        /// The person dismissed the notification.
        case dismissed
        /// The notification expired.
        case expired
        /// The server closed the notification, or the application had too many notifications.
        case gone
        /// A program removed the notification.
        case removed
        /// A newer notification with the same identifier took its place.
        case replaced
        /// The person snoozed the notification; a new entry begins when it is shown again.
        case snoozed
        /// The notification was not shown: it was late, expired, or on a date that the person's calendar leaves out.
        case missed
        /// The notification was held back, and a digest contained it.
        case digest

        /// Whether a notification with this status has not ended, and so is not in the table `history`.
        package var isOpen: Bool { [.presenting, .shown, .unpresented].contains(self) }
    }

    /// The notification, whose `date` is the date at which it fired.
    package var notification: NotificationModel.Notification
    package var status: Status
    /// The identifier of the action by which the person answered; nil if the notification ended in another way.
    package var action: String?
    /// The date at which a server first showed the notification; nil if no server did.
    package var shown: Date?
    /// The date at which the notification ended; nil if it is still delivered.
    package var ended: Date?

    package init(
        notification: NotificationModel.Notification, status: Status, action: String? = nil, shown: Date? = nil,
        ended: Date? = nil
    ) {
        (self.notification, self.status, self.action) = (notification, status, action)
        (self.shown, self.ended) = (shown, ended)
    }
}

extension HistoryEntry.Status {
    /// Makes the status of a notification that ended with an event of the log.
    init(_ event: EventRecord.Kind) {
        self = HistoryEntry.Status(rawValue: event.rawValue) ?? .gone
    }

    /// Makes the status of an occurrence that has not ended.
    init(_ state: Occurrence.State) {
        self =
            switch state {
            case .presenting: .presenting
            case .shown: .shown
            case .unpresented: .unpresented
            }
    }
}

/// A row of the table `history`, or the row of an occurrence that has not ended. The store reads the row on its queue,
/// and decodes it outside the queue.
struct HistoryRow: RequestRow {
    let id: Int64
    let app: String
    let identifier: String
    let status: HistoryEntry.Status
    let action: String?
    let date: Date
    let due: Date
    let shown: Date?
    let ended: Date?
    let stored: StoredRequest

    /// Reads the columns in the order of ``HistoryQuery/entries``. The status of an occurrence is its state's number.
    init(_ row: Row) throws {
        id = row[0]
        app = row[1]
        identifier = row[2]
        if let number = Int.fromDatabaseValue(row[3]) {
            guard let state = Occurrence.State(rawValue: number) else {
                throw StoreError("an occurrence is in the unknown state \(number)")
            }
            status = HistoryEntry.Status(state)
        } else {
            // A later Belfry version may have stored a status that this version does not know.
            status = HistoryEntry.Status(rawValue: row[3]) ?? .gone
        }
        action = row[4]
        date = Date(timeIntervalSince1970: row[5])
        due = Date(timeIntervalSince1970: row[6])
        shown = (row[7] as Double?).map(Date.init(timeIntervalSince1970:))
        ended = (row[8] as Double?).map(Date.init(timeIntervalSince1970:))
        stored = StoredRequest(request: row[9], trigger: row[10])
    }

    /// The position in the history, which is sorted by date. The lowest bit of its id is 1 for occurrences.
    var position: ListPosition {
        ListPosition(due: date.timeIntervalSince1970, id: id * 2 + (status.isOpen ? 1 : 0))
    }

    func decoded() throws -> HistoryEntry {
        var request = try stored.decoded()
        request.drawing = nil
        return HistoryEntry(
            notification: Notification(app: app, request: request, date: date, due: due), status: status,
            action: action, shown: shown, ended: ended)
    }
}
