// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentLog
import AgentRules
import DesktopPresentation
import Logging
import NotificationModel
import NotificationStore

/// The badge and the progress bar on an application's icon.
extension Desktop {
    /// Sends each application's stored badge to docks, or 0 if the person does not allow the application badges.
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

    /// Sends an application's badge to docks; 0 removes it.
    package func showBadge(_ count: Int, of app: String) {
        let desktopEntry = dependencies.application(app).desktopEntry
        launcher.assumeIsolated { $0.setCount(count, of: app, on: desktopEntry) }
    }
}
