// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentRules
package import FoundationEssentials
import NotificationModel
package import NotificationStore

extension ReshowPolicy {
    /// Chooses which occurrences are presented again after the server has lost them.
    ///
    /// - Parameters:
    ///   - lost: Occurrences that the server had, the newest first.
    ///   - now: The present moment.
    /// - Returns: The chosen occurrences, the oldest first.
    package func chosen(of lost: [Occurrence], at now: Date) -> [Occurrence] {
        guard isQuiet else { return [] }
        var counts: [String: Int] = [:]
        let chosen = lost.filter { occurrence in
            guard comesBack(occurrence, at: now) else { return false }
            counts[occurrence.app, default: 0] += 1
            return counts[occurrence.app, default: 0] <= Self.limitOfApplication
        }
        return chosen.prefix(Self.limit).reversed()
    }

    private func comesBack(_ occurrence: Occurrence, at now: Date) -> Bool {
        let notification = occurrence.notification
        let (request, age) = (notification.request, now.timeIntervalSince(notification.date))
        // An occurrence is left out if it is transient or its time on the screen (since the server showed it) is over.
        let shown = PersistedPresentation(of: occurrence)?.shown ?? notification.date
        if let seconds = request.display.expireAfter, seconds > 0, shown + seconds <= now { return false }
        if let expires = request.policy.expires, expires <= now { return false }
        return !request.display.isTransient && (hours == 0 || age <= Double(hours) * 3600)
    }
}
