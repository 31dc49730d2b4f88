// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentInterface
import AgentLog
import AgentMachine
import Logging
import NotificationStore

/// Log lines and findings about the runs of service extensions; no line has a text of a notification.
extension ServiceExtensions {
    /// Logs the end of a run: a failure once an hour for each application, any other end only at the debug level.
    func logEnd(of job: RunJob, _ failure: RunFailure?) {
        let app = job.occurrence.app
        guard let failure else {
            return logger.debug("A service extension has rewritten a notification", metadata: [LogKey.app: "\(app)"])
        }
        let isFirst = record.isFirstInHour(app, at: clock.sinceBoot)
        logger.log(
            level: isFirst ? .warning : .debug, "A service extension has failed: the original is presented",
            metadata: [LogKey.app: "\(app)", LogKey.reason: "\(failure.sentence)"])
    }

    /// Returns the findings for `belfry doctor`: the confinement of extensions, and for each application the results of
    /// its runs, and its pause after too many failures.
    package func findings() async -> [Finding] {
        let isolation = await dependencies.isolation().finding
        return [isolation] + record.findings(clock) { queue.pausedUntil($0, at: clock.sinceBoot) }
    }

    /// Returns the numbers of an application's runs since the agent's start, by their result, and the last failure.
    package func results(of app: String) -> (counts: [String: Int], failure: RunFailure?) { record.results(of: app) }
}
