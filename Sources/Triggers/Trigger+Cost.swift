// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

extension Trigger {
    /// Whether its calendar is not the Gregorian: a date may be looked for through 77 years.
    package var isOfOtherCalendar: Bool {
        guard case .calendar(let components, _) = self, let calendar = components.calendar else { return false }
        return !calendar.isGregorian
    }

    /// Whether a date may cost so much that it is worked out where it holds up nobody.
    package var isCostly: Bool {
        switch self {
        case .timeInterval: false
        case .calendar: isOfOtherCalendar
        case .rule: true
        }
    }
}
