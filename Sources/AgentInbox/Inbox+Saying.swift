// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import AgentMachine
import FoundationEssentials
package import NotificationModel
import NotificationStore
import Triggers

/// Belfry's own notifications to the person.
extension Inbox {
    /// Stores a notification in Belfry's own name, to be shown as soon as there is a notification server.
    package func say(_ request: Request) async throws {
        let now = clock.now
        let addition = Addition(
            app: AgentNames.desktopEntry, request: request, due: .now, addedAt: now,
            reading: LocalTime(now, in: clock.timeZone))
        await follow([addition], try await store.add([addition], atomically: true))
    }
}
