// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import NotificationModel
package import Triggers

/// Whose notifications are held back at the moment, and until when: pauses and quiet hours.
package struct DeliveryHold: Sendable {
    /// Until when each application is paused; "*" is all, the distant future is until somebody resumes.
    package var pauses: [String: Date] = [:]
    package var quiet: QuietHours?
    /// Applications that the quiet hours don't concern.
    package var loudApps: Set<String> = []
    /// A level that is not permitted passes nothing.
    package var levels = LevelRules()

    /// Whether they asked to be critical, by application; those that never asked for anything are missing.
    package var asksForCritical: [String: Bool] = [:]

    package init(
        pauses: [String: Date] = [:], quiet: QuietHours? = nil, loudApps: Set<String> = [],
        levels: LevelRules = LevelRules(), asksForCritical: [String: Bool] = [:]
    ) {
        self.pauses = pauses
        self.quiet = quiet
        self.loudApps = loudApps
        self.levels = levels
        self.asksForCritical = asksForCritical
    }

    /// Stands for every application.
    package static let all = "*"

    /// Why a notification is held back: `paused` or `quiet`; nil if it is not.
    ///
    /// A pause holds all that is not critical; quiet hours what they are not told to let through.
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

    /// When an application's pause ends; nil if it has none.
    package func pauseEnd(of app: String, after now: Date) -> Date? {
        [pauses[app], pauses[Self.all]].compactMap(\.self).filter { $0 > now }.max()
    }

    /// When the quiet hours end, or else begin; nil without any.
    package func quietEnd(after now: Date, in zone: Zone) -> Date? {
        quiet?.change(after: LocalTime(now, in: zone)).instant(in: zone)
    }

    /// The moment at which what is held may come: the end of a pause or of the quiet hours; nil for none.
    package func nextChange(after now: Date, in zone: Zone) -> Date? {
        var moments = pauses.values.filter { $0 > now && $0 != .distantFuture }
        if let quiet { moments.append(quiet.change(after: LocalTime(now, in: zone)).instant(in: zone)) }
        return moments.filter { $0 > now }.min()
    }
}
