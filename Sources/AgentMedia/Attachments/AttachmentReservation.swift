// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// The room that the copies of one request take of what their application may have.
struct AttachmentReservation {
    private let ledger: AttachmentQuota
    private let app: String
    private let limit: Int
    private var taken: Int
    private var used = 0

    /// Takes what the files have now.
    ///
    /// - Throws: ``NotificationModel/Refusal`` where that is too much.
    init(_ bytes: Int, of app: String, atMost limit: Int, in ledger: AttachmentQuota) throws(Refusal) {
        try ledger.take(bytes, of: app, atMost: limit)
        (self.ledger, self.app, self.limit, taken) = (ledger, app, limit, bytes)
    }

    /// So many bytes are about to be written; what files have grown by is taken too.
    mutating func use(_ bytes: Int) throws(Refusal) {
        used += bytes
        guard used > taken else { return }
        try ledger.take(used - taken, of: app, atMost: limit)
        taken = used
    }

    /// All is written: what was not needed is given back.
    mutating func close() {
        ledger.giveBack(taken - used, of: app)
        taken = used
    }

    /// Nothing of it stays.
    mutating func giveBack() {
        ledger.giveBack(taken, of: app)
        (taken, used) = (0, 0)
    }
}
