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

/// Opens the URL or application that a request names, when the person clicks the request's notification.
struct DesktopOpener: Sendable {
    let store: NotificationStore
    let clock: any WallClock
    let logger: Logger
    let activation: ApplicationActivation

    /// Seconds after which a click opens nothing: the person would not know why a window comes up.
    private static let freshness: TimeInterval = 60

    /// Opens the target of an outbox item; then deletes the item and logs the result.
    ///
    /// The target is opened at least once: if the agent crashes before it deletes the item, the target is opened again.
    func open(_ opening: Opening, for item: OutboxItem) async {
        let problem = await problem(with: opening, for: item)
        var detail: [String: PropertyListValue] = ["event": .string(item.event)]
        if let problem {
            detail["error"] = .string(problem)
            logger.warning(
                "Could not open the URL or application of a notification",
                metadata: [LogKey.app: "\(item.app)", LogKey.error: "\(problem)"])
        }
        do {
            guard try await store.acknowledge(item.id, at: clock.now) else { return }
            try await store.note(
                EventRecord(
                    app: item.app, identifier: item.identifier, kind: .opened, date: clock.now, detail: detail))
        } catch {
            logger.error(
                "Could not store that a URL or application was opened",
                metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    /// Opens the target; returns the reason of a failure, without the URL, which is private.
    private func problem(with opening: Opening, for item: OutboxItem) async -> String? {
        guard let response = item.response, clock.now.timeIntervalSince(response.date) < Self.freshness else {
            return "the agent was not running when the notification was clicked"
        }
        switch opening {
        case .application(let app):
            return await activation.launch(app, token: response.activationToken) ? nil : "\(app) could not be started"
        case .url(let url):
            let scheme = opening.scheme ?? ""
            // The application is looked up outside of the event loop, because reading a file's type may take time.
            guard let handler = await offLoop({ InstalledApplication.handler(of: url, scheme: scheme) }) else {
                return "no application opens \(scheme): URLs"
            }
            let isOpen = await activation.launch(handler, opening: [url], token: response.activationToken)
            return isOpen ? nil : "\(handler) could not be started"
        }
    }
}
