// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import NotificationModel

/// A row of the table `occurrence`. It is read on the store's queue; lists decode it outside the queue.
struct OccurrenceRow: Sendable {
    let id: Int64
    let app: String
    let identifier: String
    let state: Occurrence.State
    let date: Date
    let due: Date
    let server: ServerNumber?
    let replaces: ServerNumber?
    let wasInterrupted: Bool
    let stored: StoredRequest
    let kept: ServerNumber?
    let buttons: Data?
    let isListed: Bool
    let isExtending: Bool

    /// Reads the columns in the order of ``OccurrenceQuery/occurrences``.
    init(_ row: Row) throws {
        id = row[0]
        app = row[1]
        identifier = row[2]
        let number: Int = row[3]
        guard let state = Occurrence.State(rawValue: number) else {
            throw StoreError("an occurrence is in the unknown state \(number)")
        }
        self.state = state
        date = Date(timeIntervalSince1970: row[4])
        due = Date(timeIntervalSince1970: row[5])
        server = ServerNumber(owner: row[6], number: row[7])
        replaces = ServerNumber(owner: row[8], number: row[9])
        wasInterrupted = row[10]
        stored = StoredRequest(request: row[11], trigger: row[12])
        kept = ServerNumber(owner: row[13], number: row[14])
        buttons = row[15]
        isListed = row[16]
        isExtending = row[17]
    }

    func decoded() throws -> Occurrence {
        Occurrence(
            id: id,
            notification: Notification(app: app, request: try stored.decoded(), date: date, due: due),
            state: state, server: server, replaces: replaces, kept: kept, wasInterrupted: wasInterrupted,
            buttons: buttons, isListed: isListed, isExtending: isExtending)
    }
}

extension ServerNumber {
    /// Makes a server's number from two columns, which are both set or both NULL; nil for NULL.
    fileprivate init?(owner: String?, number: UInt32?) {
        guard let owner, let number else { return nil }
        self.init(owner: owner, number: number)
    }
}
