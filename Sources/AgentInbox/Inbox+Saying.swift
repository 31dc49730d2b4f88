// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import AgentMachine
import FoundationEssentials
package import NotificationModel
import NotificationStore
import Triggers

/// What Belfry itself has to tell the person.
extension Inbox {
    /// Shows a notification in Belfry's own name, as soon as there is a server, and keeps it until then.
    package func say(_ request: Request) async throws {
        let now = clock.now
        let addition = Addition(
            app: AgentNames.desktopEntry, request: request, due: .now, addedAt: now,
            reading: LocalTime(now, in: clock.timeZone))
        await follow([addition], try await store.add([addition], atomically: true))
    }
}
