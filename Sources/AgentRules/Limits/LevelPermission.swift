// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import NotificationModel

/// How much the person lets one application interrupt.
package struct LevelPermission: Hashable, Sendable {
    var timeSensitive: Bool
    var critical: Bool
    /// Time-sensitive notifications are sent to the server as urgent ones, which pass its Do Not Disturb.
    package var breaksThrough: Bool

    /// The level that a request has; one that is not permitted is active.
    func permitted(_ level: InterruptionLevel) -> InterruptionLevel {
        switch level {
        case .timeSensitive: timeSensitive ? level : .active
        case .critical: critical ? level : .active
        case .passive, .active: level
        }
    }

    /// The content as it may be: its level, and its sound, which is critical by permission only.
    package func permitted(_ content: Content) -> Content {
        var result = content
        result.interruptionLevel = permitted(content.interruptionLevel)
        if !critical { result.sound?.isCritical = false }
        return result
    }

    /// What of a content this takes away, in words of the contract.
    package func degraded(_ content: Content) -> [String] {
        let isLowered = permitted(content.interruptionLevel) != content.interruptionLevel
        return isLowered || !critical && content.sound?.isCritical == true ? ["interruptionLevel"] : []
    }
}
