// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

extension Trigger {
    /// Checks everything that doesn't depend on a clock.
    ///
    /// ``firstDate(after:in:)`` checks for past triggers and those that can never match.
    ///
    /// - Throws: ``Refusal``, which names the key, the value and the limit.
    package func validate() throws(Refusal) {
        switch self {
        case .timeInterval(let interval, let repeats):
            let text = "timeInterval is \(interval.timeInterval) seconds"
            guard interval > .zero else { throw .invalidTrigger("\(text); it must be more than 0") }
            guard interval <= Self.longestInterval else {
                throw .invalidTrigger("\(text); the limit is 100 years (3155760000 seconds)")
            }
            guard !repeats || interval >= Self.shortestRepeatingInterval else {
                throw .invalidTrigger("\(text); it must be at least 60 if it repeats")
            }
        case .calendar(let components, _): try CalendarComponents.validate(components)
        case .rule(let set): try set.validate()
        }
    }
}
