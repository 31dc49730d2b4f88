// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import Triggers

extension TimeExpression {
    /// Replaces the end of a trigger that was added earlier.
    ///
    /// - Parameters:
    ///   - trigger: A repeating trigger; its own end is dropped.
    ///   - added: The date of adding, from which `count` counts.
    ///   - until: The end, as ``limited(until:count:_:)`` expects it, parsed now.
    ///   - count: Total number of occurrences since `added`; nil for no limit.
    ///   - context: The moment and the zone of parsing.
    /// - Returns: The same recurrence with the new end.
    /// - Throws: ``TimeExpressionError`` if the trigger fires once, or ends before it begins.
    package static func ending(
        _ trigger: Trigger, since added: Date, until: String?, count: Int?, _ context: Context
    ) throws(TimeExpressionError) -> Trigger {
        var endless = trigger
        if case .rule(var set) = trigger {
            for index in set.rules.indices { set.rules[index].end = .never }
            endless = .rule(set)
        }
        let zone = endless.timeZone ?? context.timeZone
        var end: Date?
        if let until { end = try Self.end(until, in: zone, context) }
        let then = Context(now: added, timeZone: context.timeZone, isFixed: context.isFixed)
        return try TimeExpression(trigger: endless, nextDate: added, normalized: "", notes: [])
            .limited(until: end, count: count, text: "", then).trigger
    }
}
