// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// The bytes reserved in an application's quota for the copies of one request.
struct AttachmentReservation {
    private let ledger: AttachmentQuota
    private let app: String
    private let limit: Int
    private var taken: Int
    private var used = 0

    /// Reserves the present size of the files.
    ///
    /// - Throws: ``NotificationModel/Refusal`` if that is too much.
    init(_ bytes: Int, of app: String, atMost limit: Int, in ledger: AttachmentQuota) throws(Refusal) {
        try ledger.take(bytes, of: app, atMost: limit)
        (self.ledger, self.app, self.limit, taken) = (ledger, app, limit, bytes)
    }

    /// Notes bytes that are about to be written; reserves more if the files have grown.
    mutating func use(_ bytes: Int) throws(Refusal) {
        used += bytes
        guard used > taken else { return }
        try ledger.take(used - taken, of: app, atMost: limit)
        taken = used
    }

    /// Ends the copying, and returns the bytes that were not needed.
    mutating func close() {
        ledger.giveBack(taken - used, of: app)
        taken = used
    }

    /// Returns all reserved bytes.
    mutating func giveBack() {
        ledger.giveBack(taken, of: app)
        (taken, used) = (0, 0)
    }
}
