// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import NotificationModel
package import Triggers

/// The next date of a request: its trigger's date, minus its lead time.
package enum NextDate {
    /// Returns the first date later than `date`; intervals run from `addedAt`.
    ///
    /// Nil if the request never fires again, or has no trigger.
    package static func of(_ request: Request, after date: Date, addedAt: Date, in timeZone: Zone) -> Date? {
        guard let trigger = request.trigger else { return nil }
        let lead = request.leadTime
        let next = trigger.nextDate(after: date + lead, anchoredAt: addedAt, in: timeZone)
        return next.map { $0 - lead }
    }
}
