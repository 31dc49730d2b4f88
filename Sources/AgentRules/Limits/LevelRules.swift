// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import NotificationModel
import SettingsFile

/// The levels that the person permits: `[levels]` of `config.toml`, and the same keys of an application.
///
///     [levels]
///     timeSensitive = false                   # time-sensitive requests are shown as active ones
///     critical = false                        # critical requests are shown as active ones
///     breakThrough = true                     # time-sensitive requests pass the desktop's Do Not Disturb
///     [applications."org.example.Chat"]
///     critical = true
package struct LevelRules: Hashable, Sendable {
    /// The settings for all applications or for one; nil is "not set".
    struct Said: Hashable, SettingsTable {
        var timeSensitive: Bool?
        var critical: Bool?
        var breakThrough: Bool?

        static let keys: SettingsKeys<Self> = [
            "timeSensitive": flag(\.timeSensitive), "critical": flag(\.critical),
            "breakThrough": flag(\.breakThrough),
        ]
    }

    var all = Said()
    var applications: [String: Said] = [:]

    /// Returns whether the person has explicitly permitted the application critical notifications.
    func allowsCritical(_ app: String) -> Bool { applications[app]?.critical ?? all.critical ?? false }

    /// Returns the levels that the person permits an application.
    ///
    /// A host program runs as the person, so it may use all levels that are not forbidden. A sandboxed program needs
    /// explicit permission for critical notifications (quirk 62 of `quirks.tsv`).
    package func permission(of app: String, isSandboxed: Bool = false) -> LevelPermission {
        let own = applications[app] ?? Said()
        return LevelPermission(
            timeSensitive: own.timeSensitive ?? all.timeSensitive ?? true,
            critical: own.critical ?? all.critical ?? !isSandboxed,
            breaksThrough: own.breakThrough ?? all.breakThrough ?? false)
    }
}

/// The levels of interruption that the person permits one application.
package struct LevelPermission: Hashable, Sendable {
    var timeSensitive: Bool
    var critical: Bool
    /// Whether time-sensitive notifications are sent as urgent, so that they pass the server's Do Not Disturb.
    package var breaksThrough: Bool

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

    /// Returns the name `interruptionLevel` if ``permitted(_:)`` reduces the level or the sound's criticality, for the
    /// key `degraded` of the agent's reply.
    package func degraded(_ content: Content) -> [String] {
        let isLowered = permitted(content.interruptionLevel) != content.interruptionLevel
        return isLowered || !critical && content.sound?.isCritical == true ? ["interruptionLevel"] : []
    }
}
