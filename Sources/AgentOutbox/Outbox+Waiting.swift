// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentLog
import AgentMachine
import EventLoop
import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore

/// Responses that have waited in the outbox for long, or that an import has added.
extension Outbox {
    /// Delivers the responses that an import has added, without starting an application for them.
    package func takeUp() async {
        do {
            for app in try await store.outboxApps() { handOver(app) }
        } catch {
            logger.error("Could not read the outbox", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
        runCommands()
    }

    /// Drops old responses of an application that can't be started for them.
    ///
    /// A script may fetch them later, by `wait` or `Attach`, for ``responseLife`` seconds. No timer runs for this: it
    /// is done when the agent starts, and when it deals with the application's responses.
    func dropOld(of app: String) async {
        guard let responseLife, !InstalledApplication(id: app).isInstalled else { return }
        let now = clock.now
        do {
            guard trust.isEarned(by: clock) else { return await dropLater(of: app, before: now - responseLife) }
            try await store.dropResponses(of: app, before: now - responseLife, at: now)
        } catch {
            logger.error("Could not drop old responses", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    /// Schedules another look at old responses in an hour, because the clock may be wrong now.
    private func dropLater(of app: String, before date: Date) async {
        guard dropping == nil,
            let oldest = try? await store.outbox(for: .delegate, app: app, limit: 1).first,
            oldest.response.map({ $0.date < date }) ?? false, dropping == nil, !isStopping
        else { return }
        let pause = Duration.seconds(ClockTrust.patience + 1)
        dropping = clock.timer(after: pause, on: loop) { [weak self] in self?.assumeIsolated { $0.dropAllOld() } }
    }

    private func dropAllOld() {
        dropping = nil
        // Why: nobody waits for it.
        Task { for app in (try? await store.outboxApps()) ?? [] { await dropOld(of: app) } }
    }
}
