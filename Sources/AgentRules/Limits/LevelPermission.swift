// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import NotificationModel

/// The levels of interruption that the person permits one application.
package struct LevelPermission: Hashable, Sendable {
    var timeSensitive: Bool
    var critical: Bool
    /// Whether time-sensitive notifications are sent as urgent, so that they pass the server's Do Not Disturb.
    package var breaksThrough: Bool

    /// Returns the level if it is permitted, and active otherwise.
    func permitted(_ level: InterruptionLevel) -> InterruptionLevel {
        switch level {
        case .timeSensitive: timeSensitive ? level : .active
        case .critical: critical ? level : .active
        case .passive, .active: level
        }
    }

    /// Reduces the content's level, and its sound's criticality, to what is permitted.
    package func permitted(_ content: Content) -> Content {
        var result = content
        result.interruptionLevel = permitted(content.interruptionLevel)
        if !critical { result.sound?.isCritical = false }
        return result
    }

    /// Returns the reductions of the content, as `degraded` names them.
    package func degraded(_ content: Content) -> [String] {
        let isLowered = permitted(content.interruptionLevel) != content.interruptionLevel
        return isLowered || !critical && content.sound?.isCritical == true ? ["interruptionLevel"] : []
    }
}
