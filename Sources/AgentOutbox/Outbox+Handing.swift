// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentFiles
import AgentInterface
import AgentLog
import AgentMachine
import DBus
import EventLoop
import FoundationEssentials
import Logging
package import NotificationModel
import NotificationStore

/// Delivers stored responses, and deletes them when they are acknowledged.
extension Outbox {
    func handOver(_ app: String) {
        guard !isStopping, applications[app, default: .init()].rounds.begin() else { return }
        // Why: each application has a task of its own, which keeps the order of the application's responses.
        Task {
            repeat {
                await handOverAll(of: app)
                // Old responses are dropped after the delivery, so that a receiver that has attached gets them all.
                await dropOld(of: app)
            } while applications[app]?.rounds.end() == true
            waiters.resume()
        }
    }

    private func handOverAll(of app: String) async {
        var last: Int64 = 0
        let attachment = attachCount(of: app)
        while let items = try? await store.outbox(for: .delegate, app: app, after: last, limit: 32),
            let end = items.last
        {
            for item in items where applications[app]?.held.contains(item.id) != true {
                // A receiver that has attached during this round must first get the responses that this round skips:
                // `attach` begins another round of delivery.
                guard attachment == attachCount(of: app), !isStopping else { return }
                await handOver(item, since: attachment)
            }
            last = end.id
        }
    }

    private func handOver(_ item: OutboxItem, since attachment: Int) async {
        // The number of `Attach` calls is checked again: a receiver that has just attached would get this response
        // before the earlier responses that this round skips.
        guard let response = item.response, attachment == attachCount(of: item.app) else { return }
        if item.app == AgentNames.desktopEntry {
            await hearOwn(response)
            return await acknowledge(item)
        }
        let waiting = waiting(for: item.notification.request, of: item.app)
        let delegate = delegates.delegate(of: item.app)
        guard delegate != nil || !waiting.isEmpty else { return }
        var isAcknowledged = false
        for receiver in waiting {
            if await told(receiver, response), delegate == nil { isAcknowledged = true }
        }
        if let delegate { isAcknowledged = await told(delegate, response) }
        guard isAcknowledged else {
            guard attachment == attachCount(of: item.app) else {
                // A receiver attached while this delivery failed, so the response is delivered again at once.
                applications[item.app]?.rounds.again()
                return
            }
            applications[item.app]?.held.insert(item.id)
            // The receiver died with the response in flight: treat it as if it had not been running.
            guard !isExpected(item.notification.request, of: item.app) else { return }
            guard applications[item.app, default: .init()].hasDied(of: item) else {
                // The response stays stored until somebody else, or another response, starts the application.
                logger.warning(
                    "An application ends whenever it gets a response, so it is not started for it again",
                    metadata: [LogKey.app: "\(item.app)"])
                return
            }
            startApplication(item.app, token: response.activationToken)
            return
        }
        await acknowledge(item)
    }

    private func acknowledge(_ item: OutboxItem) async {
        CrashPoint.reached(.afterDelivery)
        do {
            try await store.acknowledge(item.id, at: clock.now)
            applications[item.app]?.deaths[item.id] = nil
            CrashPoint.reached(.afterAcknowledgementCommit)
        } catch {
            logger.error("Could not store an acknowledgement", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    /// Sends a response that is not stored, such as an expiry, to the callers that wait for the request's answer.
    package func tellWaiting(_ response: Response) async {
        let notification = response.notification
        for receiver in waiting(for: notification.request, of: notification.app)
        where response.kind != .expired || receiver.options.expired {
            _ = await told(receiver, response)
        }
    }

    /// Calls the receiver's `DidReceive`; returns whether the receiver has acknowledged the response by its reply.
    private func told(_ receiver: Delegates.Entry, _ response: Response) async -> Bool {
        do {
            let dictionary = try DictionaryCoding.properties(of: response)
            let limit = receiver.options.identifiers == nil ? Self.receiveLimit : Self.waitingLimit
            _ = try await connection.call(call(.didReceive, receiver, .properties(dictionary)), timeout: limit)
            return true
        } catch {
            logger.warning(
                "The application did not acknowledge a response",
                metadata: [LogKey.app: "\(receiver.app)", LogKey.error: "\(ErrorSummary(error))"])
            return false
        }
    }
}

/// Drops responses that have waited in the outbox for long, and delivers responses that an import has added.
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
    /// A script may fetch responses later, by `wait` or `Attach`, for ``responseLife`` seconds. No timer runs for this:
    /// old responses are dropped when the agent starts, and when it handles the application's responses.
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

    /// Tries to drop old responses again in an hour, because the clock may be wrong now.
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
        // Why: this is a task of its own, because the timer's handler can't wait for the store.
        Task { for app in (try? await store.outboxApps()) ?? [] { await dropOld(of: app) } }
    }
}
