// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationModel

/// Whose notifications are held back at the moment, and until when: pauses and quiet hours.
struct Holding: Sendable {
    /// Until when each application is paused; "*" is all, the distant future is until somebody resumes.
    var pauses: [String: Date] = [:]
    var quiet: QuietHours?
    /// Applications that the quiet hours don't concern.
    var loudApps: Set<String> = []
    /// A level that is not permitted passes nothing.
    var levels = LevelRules()

    /// Whether they asked to be critical, by application; those that never asked for anything are missing.
    var asksForCritical: [String: Bool] = [:]

    /// Stands for every application.
    static let all = "*"

    /// Why a notification is held back: `paused` or `quiet`; nil if it is not.
    ///
    /// A pause holds all that is not critical; quiet hours what they are not told to let through.
    func reason(_ app: String, _ level: InterruptionLevel, at now: Date, in zone: Zone) -> String? {
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
    func pauseEnd(of app: String, after now: Date) -> Date? {
        [pauses[app], pauses[Self.all]].compactMap(\.self).filter { $0 > now }.max()
    }

    /// When the quiet hours end, or else begin; nil without any.
    func quietEnd(after now: Date, in zone: Zone) -> Date? {
        quiet?.change(after: LocalTime(now, in: zone)).instant(in: zone)
    }

    /// The moment at which what is held may come: the end of a pause or of the quiet hours; nil for none.
    func nextChange(after now: Date, in zone: Zone) -> Date? {
        var moments = pauses.values.filter { $0 > now && $0 != .distantFuture }
        if let quiet { moments.append(quiet.change(after: LocalTime(now, in: zone)).instant(in: zone)) }
        return moments.filter { $0 > now }.min()
    }
}
