// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

extension Trigger {
    /// Checks what can be known without a clock.
    ///
    /// ``firstDate(after:anchoredAt:in:)`` finds out about the past, and about what can never match.
    ///
    /// - Throws: ``Refusal`` that names the key, the value and the limit.
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
