// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentInterface
import AgentLog
import AgentMachine
import ExtensionWire
import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore

/// Log lines and findings about the runs of content extensions; no line has a text of a notification.
extension ContentExtensions {
    /// Notes the result of a run, for the log and `belfry doctor`.
    func conclude(_ event: RunEvent, _ result: Result<ContentAnswer, RunFailure>, _ elapsed: Duration) {
        let app = event.occurrence.app
        var failure: RunFailure?
        if case .failure(let reason) = result { failure = reason }
        record.note(failure, of: app)
        if failure == nil {
            breakers.succeed(app)
        } else if breakers.fail(app, at: clock.sinceBoot) {
            log.pause(of: app)
        }
        if let failure, record.isFirstInHour(app, at: clock.sinceBoot) {
            logger.warning(
                "A content extension has failed",
                metadata: [LogKey.app: "\(app)", LogKey.reason: "\(failure.sentence)"])
        }
        var facts = failure?.facts ?? [:]
        facts["result"] = .string(failure == nil ? "drawn" : "original")
        facts["ms"] = .integer(Int64(elapsed / .milliseconds(1)))
        facts["actionIdentifier"] = event.action.map { .string($0.identifier) }
        if case .success(let answer) = result, !answer.remarks.isEmpty {
            facts["remarks"] = .array(RunResult.logged(answer.remarks))
        }
        note(facts, of: event.occurrence)
    }

    /// Notes that the extension does not run for an occurrence, and the reason.
    func noteBypass(of occurrence: Occurrence, _ reason: ExtensionQueue.Bypass) {
        record.noteBypass(of: occurrence.app, reason.rawValue)
        note(["result": .string("original"), "reason": .string(reason.rawValue)], of: occurrence)
    }

    private func note(_ facts: [String: PropertyListValue], of occurrence: Occurrence) {
        let event = EventRecord(
            app: occurrence.app, identifier: occurrence.identifier, kind: .extended, date: clock.now,
            detail: facts.merging(["kind": .string(ExtensionKind.content.rawValue)]) { $1 })
        // Why: this is a task of its own, because the notification must not wait for the log.
        Task { try? await store.note(event) }
    }

    /// Returns findings for `belfry doctor`: each application's run results, and its pause after too many failures.
    package func findings() -> [Finding] { record.findings(clock) { breakers.pausedUntil($0, at: clock.sinceBoot) } }

    /// Returns the numbers of an application's runs since the agent's start, by their result, and the last failure.
    package func results(of app: String) -> (counts: [String: Int], failure: RunFailure?) { record.results(of: app) }
}
