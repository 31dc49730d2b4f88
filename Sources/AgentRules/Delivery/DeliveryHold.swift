// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import NotificationModel
package import Triggers

/// The pauses, and the quiet hours that the person has set, which hold back notifications; and their ends.
package struct DeliveryHold: Sendable {
    /// The end of each application's pause; "*" stands for all applications, the distant future means an endless pause.
    package var pauses: [String: Date] = [:]
    package var quiet: QuietHours?
    /// Applications that are exempt from quiet hours.
    package var loudApps: Set<String> = []
    /// The interruption levels that the person permits; a level without permission passes no quiet hours.
    package var levels = LevelRules()

    /// Whether each application asked for critical alerts; applications that asked for no permission are missing.
    package var asksForCritical: [String: Bool] = [:]

    package init(
        pauses: [String: Date] = [:], quiet: QuietHours? = nil, loudApps: Set<String> = [],
        levels: LevelRules = LevelRules(), asksForCritical: [String: Bool] = [:]
    ) {
        (self.pauses, self.quiet, self.loudApps, self.levels) = (pauses, quiet, loudApps, levels)
        self.asksForCritical = asksForCritical
    }

    /// The key in ``pauses`` of a pause of all applications.
    package static let all = "*"

    /// Returns why a notification is held back, `paused` or `quiet`; nil if the notification is not held back.
    ///
    /// A pause holds all but critical notifications; quiet hours hold all levels that may not pass them.
    package func reason(_ app: String, _ level: InterruptionLevel, at now: Date, in zone: Zone) -> String? {
        var permission = levels.permission(of: app)
        if let asks = asksForCritical[app] {
            permission.critical = asks && permission.critical && levels.allowsCritical(app)
        }
        let level = permission.permitted(level)
        if level != .critical, pauseEnd(of: app, after: now) != nil { return "paused" }
        guard let quiet, !loudApps.contains(app), !quiet.pierce.contains(level) else { return nil }
        return quiet.contains(LocalTime(now, in: zone)) ? "quiet" : nil
    }

    /// Returns the end of an application's pause; nil if it has none.
    package func pauseEnd(of app: String, after now: Date) -> Date? {
        [pauses[app], pauses[Self.all]].compactMap(\.self).filter { $0 > now }.max()
    }

    /// Returns the end of the present quiet hours, or else the start of the next ones; nil if none are set.
    package func quietEnd(after now: Date, in zone: Zone) -> Date? {
        quiet?.change(after: LocalTime(now, in: zone)).instant(in: zone)
    }

    /// Returns the next date at which a pause ends or quiet hours start or end; nil if there is no such date.
    package func nextChange(after now: Date, in zone: Zone) -> Date? {
        let ends = pauses.values.filter { $0 != .distantFuture } + [quietEnd(after: now, in: zone)].compactMap(\.self)
        return ends.filter { $0 > now }.min()
    }
}
