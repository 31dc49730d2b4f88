// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import NotificationModel
import NotificationStore

/// Writes all that is to move into a file.
struct ExportJob: Sendable {
    let store: NotificationStore
    let attachments: AttachmentKeeper
    /// Nil is every application.
    let app: String?
    let now: Date
    let timeZone: Zone

    /// What was written.
    struct Outcome: Sendable {
        var counts: [StoreRecord.Kind: Int] = [:]
        /// Attached files that are not there any more: their requests go without them.
        var missing = 0
        /// Rows that can't be read.
        var unreadable = 0
        var lines = 0
    }

    /// Blocking, as long as the disk takes; a row and a piece of a file are in memory.
    ///
    /// - Throws: ``NotificationModel/Refusal`` for a file that can't be written; ``NotificationStore/StoreError``.
    func write(to file: Int32) throws -> Outcome {
        var stream = try TransferStream(file, writes: true)
        var outcome = Outcome()
        var copies = CopiesInExport(folder: attachments.folder)
        try stream.write(
            .header(
                TransferHeader(
                    id: UUID().uuidString.lowercased(), version: AgentVersion.current, date: now,
                    timeZone: timeZone.identifier, app: app)))
        outcome.unreadable = try store.export(app: app) { record in
            let moved = try record.mapRequest { request in
                try copies.portable(request, missing: &outcome.missing) { try stream.write(.file($0)) }
            }
            try stream.write(.record(moved))
            outcome.counts[record.kind, default: 0] += 1
        }
        try stream.write(.end(lines: stream.lines))
        try stream.flush()
        outcome.lines = stream.lines
        return outcome
    }
}
