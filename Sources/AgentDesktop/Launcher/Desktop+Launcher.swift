// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentLog
import AgentRules
import DesktopPresentation
import Logging
import NotificationModel
import NotificationStore

/// The number on an application's icon, and how far it has got.
extension Desktop {
    /// Tells docks every number that the store has, as far as the person lets the application have one.
    package func showBadges() async {
        do {
            for (app, count) in try await store.badges() {
                let isAllowed = await neighbours.permission(app).badge
                showBadge(isAllowed ? count : 0, of: app)
            }
        } catch {
            logger.warning("Could not read the badges", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    /// Tells docks an application's number; 0 takes it away.
    package func showBadge(_ count: Int, of app: String) {
        let desktopEntry = neighbours.application(app).desktopEntry
        launcher.assumeIsolated { $0.setCount(count, of: app, on: desktopEntry) }
    }

    /// Shows and remembers the number that comes with a notification.
    func applyBadge(of notification: Notification) {
        guard let count = notification.request.content.badge else { return }
        showBadge(count, of: notification.app)
        Task.immediate { try? await store.setBadge(count, app: notification.app) }
    }

    /// Tells docks how far something on the screen has got.
    func showProgress(of occurrence: Occurrence) {
        guard let percent = occurrence.notification.request.presentation.percentDone else { return }
        let desktopEntry = neighbours.application(occurrence.app).desktopEntry
        launcher.assumeIsolated { $0.setProgress(percent, of: occurrence.id, on: desktopEntry) }
    }

    /// Takes the bar away with what it belongs to.
    func endProgressUnlessShown(_ id: Int64) {
        guard showings[id]?.machine.phase != .open else { return }
        launcher.assumeIsolated { $0.endProgress(of: id) }
    }
}
