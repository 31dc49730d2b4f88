// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

extension Trigger {
    /// Returns the trigger with its start moved back by some weeks; without a start it is unchanged.
    ///
    /// It corrects requests added while the clock was years ahead: whole weeks keep weekdays and times of day.
    package func beginningEarlier(byWeeks weeks: Int) -> Trigger {
        guard case .rule(var set) = self else { return self }
        switch set.start {
        case .instant(let date): set.start = .instant(date - Double(weeks) * 7 * 86_400)
        case .local(let reading): set.start = .local(reading.adding(days: -7 * weeks))
        case nil: break
        }
        return .rule(set)
    }
}
