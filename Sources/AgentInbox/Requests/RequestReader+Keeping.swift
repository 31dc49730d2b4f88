// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import FoundationEssentials
import NotificationModel
import NotificationStore
import TimeExpressions
import Triggers

extension RequestReader {
    /// Returns the trigger of a pending request, in another zone or with another end.
    ///
    /// - Throws: ``NotificationModel/Refusal`` for a zone that is not known, or for a trigger that has none or no end.
    func changed(_ kept: PendingRequest, zone name: String?, _ bounds: TriggerDraft.Bounds) throws -> Trigger {
        guard var trigger = kept.request.trigger else {
            throw Refusal.invalidTrigger("trigger.keep: the pending request has no trigger to change")
        }
        let context = try context(zone: name)
        if let name {
            let zone = name == "floating" ? nil : context.timeZone
            switch trigger {
            case .timeInterval:
                throw Refusal.invalidTrigger("trigger.timeZone: a time interval has no time zone")
            case .calendar(var components, let repeats):
                components.timeZone = zone
                trigger = .calendar(components, repeats: repeats)
            case .rule(var set):
                set.timeZone = zone
                trigger = .rule(set)
            }
        }
        guard bounds.until != nil || bounds.count != nil else { return trigger }
        return try words(bounds.until ?? "", of: bounds.until != nil ? "until" : "count") {
            () throws(TimeExpressionError) in
            try TimeExpression.ending(
                trigger, since: kept.addedAt, until: bounds.until, count: bounds.count, context)
        }
    }
}
