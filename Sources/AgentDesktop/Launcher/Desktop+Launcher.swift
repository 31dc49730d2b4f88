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
                let isAllowed = await dependencies.permission(app).badge
                showBadge(isAllowed ? count : 0, of: app)
            }
        } catch {
            logger.warning("Could not read the badges", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    /// Tells docks an application's number; 0 takes it away.
    package func showBadge(_ count: Int, of app: String) {
        let desktopEntry = dependencies.application(app).desktopEntry
        launcher.assumeIsolated { $0.setCount(count, of: app, on: desktopEntry) }
    }
}
