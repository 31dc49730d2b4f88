// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

extension Trigger {
    /// The same with a start so many weeks earlier; without a start nothing changes.
    ///
    /// For what was added by a clock that was years ahead: whole weeks keep the days of the week and the time of day.
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
