// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

extension Trigger {
    /// Tells whether the trigger's calendar is not Gregorian: a search may then cover 77 years.
    package var isOfOtherCalendar: Bool {
        guard case .calendar(let components, _) = self, let calendar = components.calendar else { return false }
        return !calendar.isGregorian
    }

    /// Tells whether computing a date may take so long that it should not block other work.
    package var isCostly: Bool {
        switch self {
        case .timeInterval: false
        case .calendar: isOfOtherCalendar
        case .rule: true
        }
    }
}
