// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
package import Foundation
import GRDB
import NotificationModel
package import Triggers

/// The result of adding an imported reminder.
package enum ReminderOutcome: Sendable {
    /// The request was added, with its early warnings.
    case added([AddOutcome])
    /// A pending request has the reminder's identifier, or the reminder was imported before and has ended.
    case kept
}

extension NotificationStore {
    /// Adds imported reminders, each at most once, in one transaction.
    ///
    /// The store remembers the identifier of each reminder, so that a later import doesn't bring back a reminder that
    /// has fired or was cancelled.
    ///
    /// - Parameters:
    ///   - reminders: The additions of each reminder: its request, then its early warnings.
    ///   - options: Whether pending requests are replaced, whether reminders that were imported before are added again,
    ///     and whether nothing is changed; the name of the file is not used.
    ///   - now: The present date.
    /// - Returns: A result for each reminder; the refusals are those of ``add(_:atomically:isTrial:undo:)``.
    /// - Throws: ``StoreError``.
    package func take(
        reminders: [[Addition]], _ options: ImportOptions, at now: Date
    ) async throws -> [Result<ReminderOutcome, Refusal>] {
        let stored = try await offLoop(each: reminders) { $0.map(Self.encoded) }
        return try await write { transaction in
            try transaction.inTrial(options.isTrial) {
                var taken: [Result<ReminderOutcome, Refusal>] = []
                taken.reserveCapacity(reminders.count)
                for (additions, stored) in zip(reminders, stored) {
                    guard let first = additions.first else { continue }
                    let (app, identifier) = (first.app, first.request.identifier)
                    let key = "reminder \(app) \(identifier)"
                    let isKnown = try transaction.row(TransferQuery.importDate, [key]) { _ in true } != nil
                    let isPending =
                        try transaction.row(TransferQuery.earlierPending, [app, identifier, Int64.max]) { _ in true }
                        != nil
                    if isPending ? !options.replaces : isKnown && !options.again {
                        taken.append(.success(.kept))
                        continue
                    }
                    do {
                        let results = try Self.add(additions, stored, atomically: true, in: transaction)
                        taken.append(.success(.added(results.compactMap { try? $0.get() })))
                        try transaction.execute(TransferQuery.noteImport, [key, now.timeIntervalSince1970])
                    } catch let refusal as Refusal {
                        taken.append(.failure(refusal))
                    }
                }
                return taken
            }
        }
    }
}
