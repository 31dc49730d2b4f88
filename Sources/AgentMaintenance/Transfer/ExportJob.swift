// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
package import AgentMedia
package import FoundationEssentials
import Glibc
import NotificationModel
package import NotificationStore
package import Triggers

/// Writes an export into a file.
package struct ExportJob: Sendable {
    let store: NotificationStore
    let attachments: AttachmentStore
    /// The application to export; nil for all applications.
    let app: String?
    let now: Date
    let timeZone: Zone
    /// Whether the areas of places are exported; if not, only the places' names are.
    let includesPlaces: Bool

    package init(
        store: NotificationStore, attachments: AttachmentStore, app: String?, now: Date, timeZone: Zone,
        includesPlaces: Bool = false
    ) {
        (self.includesPlaces, self.store, self.attachments) = (includesPlaces, store, attachments)
        (self.app, self.now, self.timeZone) = (app, now, timeZone)
    }

    /// The numbers of exported records and lines, and of files and rows that could not be exported.
    package struct Outcome: Sendable {
        package var counts: [StoreRecord.Kind: Int] = [:]
        /// Number of attached files that are missing; their requests are exported without them.
        package var missing = 0
        /// Number of rows of the store that can't be read.
        package var unreadable = 0
        package var lines = 0
    }

    /// Writes the export; blocks its thread. Only one row and one piece of a file are in memory.
    ///
    /// - Throws: ``NotificationModel/Refusal`` for a file that can't be written; ``NotificationStore/StoreError``.
    package func write(to file: Int32) throws -> Outcome {
        var stream = try TransferStream(file, writes: true)
        var outcome = Outcome()
        var copies = CopiesInExport(folder: attachments.folder)
        try stream.write(
            .header(
                TransferHeader(
                    id: UUID().uuidString.lowercased(), version: AgentVersion.current, date: now,
                    timeZone: timeZone.identifier, app: app)))
        outcome.unreadable = try store.export(app: app) { record in
            var moved = try record.mapRequest { request in
                try copies.portable(told(request), missing: &outcome.missing) { try stream.write(.file($0)) }
            }
            if let original = record.original {
                let portable = try copies.portable(told(original), missing: &outcome.missing) {
                    try stream.write(.file($0))
                }
                moved = moved.withOriginal(portable)
            }
            try stream.write(.record(moved))
            outcome.counts[record.kind, default: 0] += 1
        }
        try stream.write(.end(lines: stream.lines))
        try stream.flush()
        outcome.lines = stream.lines
        return outcome
    }

    /// Returns the request as it is written: a place has only its name, unless the person wants places in the export.
    private func told(_ request: Request) -> Request {
        guard !includesPlaces, let region = request.trigger?.region else { return request }
        var told = request
        told.trigger = request.trigger?.replacing(region.named)
        return told
    }
}
