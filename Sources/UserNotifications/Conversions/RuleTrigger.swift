// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Triggers

/// The trigger of a request that was added with a recurrence rule; Apple has no such trigger.
///
/// It is Sendable because it never changes.
final class RuleTrigger: UNNotificationTrigger, @unchecked Sendable {
    let rule: RecurrenceSet

    convenience init(_ rule: RecurrenceSet, scheduledDate: Date?) {
        let fields = Fields(repeats: Trigger.rule(rule).repeats, scheduledDate: scheduledDate)
        // Never nil, because the carrier has the rule.
        self.init(coder: Carrier(fields, rule))!
    }

    /// Returns nil for an archive, because only the agent creates such a trigger.
    required init?(coder: NSCoder) {
        guard let rule = coder.carried(RecurrenceSet.self) else { return nil }
        self.rule = rule
        super.init(coder: coder)
    }

    override func isEqual(_ object: Any?) -> Bool { (object as? RuleTrigger)?.rule == rule }

    override var hash: Int { rule.hashValue }
}
