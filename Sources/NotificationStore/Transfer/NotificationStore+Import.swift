// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB
package import Triggers

extension NotificationStore {
    /// Puts all of an import into the store, in one transaction, or nothing.
    ///
    /// What has the identifier of something that is there stays out, or takes its place. Responses, commands and what was
    /// missed have none: those that are there word for word stay out.
    ///
    /// - Parameters:
    ///   - stage: What is to be imported.
    ///   - options: How.
    ///   - now: For the log.
    ///   - reached: Told of the steps, for tests.
    /// - Returns: What has become of it.
    /// - Throws: ``RefusedLine`` over a limit; ``StoreError``.
    package nonisolated(nonsending) func take(
        _ stage: SealedStage, _ options: ImportOptions, at now: Date, reached: @escaping StoreStep.Observer = { _ in }
    ) async throws -> ImportOutcome {
        let result: Result<ImportOutcome, RefusedLine>
        do {
            result = try await write { transaction in
                do {
                    // Its own changes go where a trial ends or a line is refused, and nobody else's.
                    return try transaction.inSavepoint {
                        var importer = try Importer(transaction, options, at: now)
                        guard try importer.begin() else { return .success(importer.outcome) }
                        try stage.each {
                            try importer.take($0)
                            reached(.importTaken)
                        }
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

    /// Takes a trial's changes back.
    private struct TrialEnded: Error {
        let outcome: ImportOutcome
    }
}

/// How an import goes in.
package struct ImportOptions: Sendable {
    /// Names the export: one that was imported before changes nothing; empty is never known.
    package var file: String
    /// What exists gives way; else it stays, and what is imported is left out.
    package var replaces: Bool
    /// Imports what was imported before, too.
    package var again: Bool
    /// Does all of it, and takes it back.
    package var isTrial: Bool
    /// How much of an application's requests may wait.
    package var quota: @Sendable (_ app: String) -> Quota

    package init(
        file: String, replaces: Bool = false, again: Bool = false, isTrial: Bool = false,
        quota: @escaping @Sendable (String) -> Quota = { _ in Quota() }
    ) {
        self.file = file
        self.replaces = replaces
        self.again = again
        self.isTrial = isTrial
        self.quota = quota
    }
}

/// What has become of an import.
package struct ImportOutcome: Sendable {
    /// What went in, by kind; those that took another's place are among them.
    package var imported: [StoreRecord.Kind: Int] = [:]
    /// What is there already and stayed as it was; lines of the log are not counted.
    package var kept = 0
    /// What had to give way.
    package var replaced = 0
    /// Delivered notifications that had to give way, for the caller to take off the screen.
    package var ended: [Occurrence] = []
    /// Pending requests that had to give way, for the caller to take their copies away.
    package var gaveWay: [(app: String, identifier: String)] = []
    /// When the same export was imported before; nothing was done now. Nil where it was not, or is done again.
    package var before: Date?

    /// Nothing has come in.
    package init() {}
}

/// A line of an import that is refused: nothing was imported.
package struct RefusedLine: Error, Hashable {
    /// Which line, from 1.
    package let line: Int
    package let refusal: Refusal

    package init(line: Int, refusal: Refusal) {
        self.line = line
        self.refusal = refusal
    }
}
