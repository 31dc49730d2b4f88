// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import NotificationModel
package import Triggers

/// When a request fires next: its trigger's date, less its lead.
package enum NextDate {
    /// The first date after `date`, which is never returned itself; intervals run from `addedAt`.
    ///
    /// Nil when it never fires again, or has no trigger.
    package static func of(_ request: Request, after date: Date, addedAt: Date, in timeZone: Zone) -> Date? {
        guard let trigger = request.trigger else { return nil }
        let lead = request.leadTime
        let next = trigger.nextDate(after: date + lead, anchoredAt: addedAt, in: timeZone)
        return next.map { $0 - lead }
    }
}
