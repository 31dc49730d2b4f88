// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB
package import Triggers

extension NotificationStore {
    /// Inserts all records of an import in one transaction, or none.
    ///
    /// A record with the identifier of an existing record is left out, or replaces the existing record. An identifier
    /// may have several responses, commands and missed requests; each is left out only if an equal record exists.
    ///
    /// - Parameters:
    ///   - stage: The records to import.
    ///   - options: The options of the import.
    ///   - now: The present date.
    ///   - reached: Called at each step, for tests.
    /// - Returns: The counts of the import.
    /// - Throws: ``RefusedLine`` for a record that exceeds a limit or is in the import twice; ``StoreError``.
    package func take(
        _ stage: SealedStage, _ options: ImportOptions, at now: Date, reached: @escaping StoreStep.Observer = { _ in }
    ) async throws -> ImportOutcome {
        let result: Result<ImportOutcome, RefusedLine>
        do {
            result = try await write { transaction in
                do {
                    // If a line is refused, or a trial ends, the savepoint undoes the changes of the import only.
                    return try transaction.inSavepoint {
                        var importer = try Importer(transaction, options, at: now)
                        guard try importer.begin() else { return .success(importer.outcome) }
                        try stage.each {
                            try importer.take($0)
                            reached(.importTaken)
                        }
                        try importer.takeHistory(of: stage)
                        try importer.takeLog(of: stage)
                        try importer.end()
                        reached(.importUncommitted)
                        if options.isTrial { throw TrialEnded(outcome: importer.outcome) }
                        return .success(importer.outcome)
                    }
                } catch let trial as TrialEnded {
                    return .success(trial.outcome)
                } catch let line as RefusedLine {
                    return .failure(line)
                }
            }
        }
        let outcome = try result.get()
        reached(.importCommitted)
        return outcome
    }

    /// The error that ends a trial, so that the savepoint undoes the trial's changes.
    private struct TrialEnded: Error {
        let outcome: ImportOutcome
    }
}

/// Options of an import.
package struct ImportOptions: Sendable {
    /// The name of the export. An export that was imported before is skipped; an export with an empty name is neither
    /// skipped nor noted.
    package var file: String
    /// Whether existing records are replaced; otherwise existing records stay, and the imported versions are left out.
    package var replaces: Bool
    /// Whether an export that was imported before is imported again.
    package var again: Bool
    /// Whether the import is only a trial, whose changes are undone at the end.
    package var isTrial: Bool
    /// The limits of an application's pending requests.
    package var quota: @Sendable (_ app: String) -> Quota

    package init(
        file: String, replaces: Bool = false, again: Bool = false, isTrial: Bool = false,
        quota: @escaping @Sendable (String) -> Quota = { _ in Quota() }
    ) {
        (self.file, self.replaces, self.again) = (file, replaces, again)
        (self.isTrial, self.quota) = (isTrial, quota)
    }
}

/// The result of an import.
package struct ImportOutcome: Sendable {
    /// Number of imported records by kind, including those that replaced another record.
    package var imported: [StoreRecord.Kind: Int] = [:]
    /// Number of records that existed and stayed as they were, without lines of the log.
    package var kept = 0
    /// Number of records that were replaced.
    package var replaced = 0
    /// Delivered notifications that were replaced; the caller removes them from the screen.
    package var ended: [Occurrence] = []
    /// Pending requests that were replaced; the caller deletes their copies of attachments.
    package var gaveWay: [(app: String, identifier: String)] = []
    /// The date at which the same export was imported before, so nothing was done now; nil if the import took place.
    package var before: Date?

    /// Makes the outcome of an import without records.
    package init() {}
}

/// The error for a line of an import that is refused; nothing was imported then.
package struct RefusedLine: Error, Hashable {
    /// Number of the line, from 1.
    package let line: Int
    package let refusal: Refusal

    package init(line: Int, refusal: Refusal) {
        self.line = line
        self.refusal = refusal
    }
}
