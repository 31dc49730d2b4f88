// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB

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
