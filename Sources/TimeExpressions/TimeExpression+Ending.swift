// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import Triggers

extension TimeExpression {
    /// A trigger that is counted since some time, with another end than it has.
    ///
    /// - Parameters:
    ///   - trigger: One that repeats; an end of its own goes.
    ///   - added: Since when it is counted: what `count` counts from.
    ///   - until: As ``limited(until:count:_:)`` takes it, read now.
    ///   - count: How often it fires in all, since then; nil for no limit.
    ///   - context: When and where it is read.
    /// - Returns: The same rhythm, which ends.
    /// - Throws: ``TimeExpressionError`` if it fires once, or ends before it begins.
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
