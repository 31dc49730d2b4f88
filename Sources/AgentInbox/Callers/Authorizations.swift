// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentDesktop
import AgentInterface
import AgentLog
package import AgentRules
import AgentSchedule
import DBus
import Logging
import NotificationModel
import NotificationStore
import Triggers

/// Authorizations that applications ask for, and the settings that they are told.
extension Inbox {
    func requestAuthorization(_ words: [String], for app: String, by sender: String) async throws -> Bool {
        let (app, caller) = try await application(app, for: sender)
        try AuthorizationOption.validate(words)
        let options = Set(words.compactMap(AuthorizationOption.init))
        let hadBadge = await permission(of: app).badge
        let asked = try await store.ask(options, app: app)
        authorizations.put(asked, of: app)
        await scheduler.note(asked, of: app)
        let permission = configuration.permission(of: app, asked: asked, isSandboxed: caller.isSandboxed)
        if permission.badge != hadBadge {
            await desktop.showBadge(permission.badge ? try await store.badge(app: app) : 0, of: app)
        }
        return permission.grants(options)
    }

    func settings(of app: String, for sender: String) async throws -> [String: Value] {
        let (app, caller) = try await application(app, for: sender)
        let permission = configuration.permission(
            of: app, asked: try await store.authorization(app: app), isSandboxed: caller.isSandboxed)
        func word(_ setting: Permission.Setting) -> Value { .string(setting.rawValue) }
        let own = permission.settings
        var settings: [String: Value] = [
            "authorizationStatus": .string(permission.status.rawValue), "alertSetting": word(own.alert),
            "soundSetting": word(own.sound), "badgeSetting": word(own.badge),
            "notificationCenterSetting": word(own.notificationCenter), "lockScreenSetting": word(own.lockScreen),
            "criticalAlertSetting": word(own.criticalAlert), "timeSensitiveSetting": word(own.timeSensitive),
            "alertStyle": .string(own.alert == .enabled ? "banner" : "none"),
            "providesAppNotificationSettings": .boolean(own.providesAppNotificationSettings),
            "presentation": .strings(permission.presentation),
            "showPreviewsSetting": .string(configuration.previews(of: app).settingName),
            "badgeCount": .uint32(UInt32(clamping: try await store.badge(app: app))),
        ]
        if let isOn = await desktop.doNotDisturb().isOn { settings["doNotDisturb"] = .boolean(isOn) }
        return settings
    }

    /// Returns an application's permission; if the store can't be read, as if the application had never asked.
    package func permission(of app: String) async -> Permission {
        configuration.permission(of: app, asked: await authorization(of: app))
    }

    private func authorization(of app: String) async -> Authorization? {
        if let known = authorizations.known(app) { return known }
        let change = authorizations.changes
        do {
            let asked = try await store.authorization(app: app)
            // Another request for authorization may have come meanwhile.
            if change == authorizations.changes { authorizations.note(asked, of: app) }
            return authorizations.known(app) ?? asked
        } catch {
            logger.warning(
                "Could not read what an application asked for",
                metadata: [LogKey.app: "\(app)", LogKey.error: "\(ErrorSummary(error))"])
            return nil
        }
    }

    /// Returns the refusal of a badge, with the reason.
    static func badgeRefusal(_ app: String, _ permission: Permission) -> Refusal {
        switch (permission.status, permission.settings.badge) {
        case (.provisional, .disabled):
            .notAuthorized("\(app) may not set a badge: it is on trial, and goes to the list only")
        case (.authorized, .notSupported), (.provisional, .notSupported):
            .notAuthorized("\(app) may not set a badge: the first options that it asked for had no badge")
        default: .notAuthorized("\(app) may not set a badge: config.toml says no")
        }
    }
}
