// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentDesktop
import AgentInterface
import AgentLocation
import AgentMachine
import AgentOutbox
import AgentPush
import AgentRules
import AgentSchedule
import DBus
import NotificationModel
import NotificationStore
import Triggers

/// An application's own settings and registrations: authorization, categories, badge, and the program that is running.
struct ApplicationSettings: Sendable {
    let store: NotificationStore
    let clock: any WallClock
    let authorizations: Authorizations
    let scheduler: Scheduler
    let desktop: Desktop
    let outbox: Outbox
    let push: PushService
    let location: LocationService

    func requestAuthorization(_ words: [String], for app: String, by caller: Caller) async throws -> Bool {
        try AuthorizationOption.validate(words)
        let options = Set(words.compactMap(AuthorizationOption.init))
        let hadBadge = await authorizations.permission(of: app).badge
        let asked = try await authorizations.ask(options, for: app)
        await scheduler.note(asked, of: app)
        let configuration = await authorizations.configuration
        let permission = configuration.permission(of: app, asked: asked, isSandboxed: caller.isSandboxed)
        if permission.badge != hadBadge {
            await desktop.showBadge(permission.badge ? try await store.badge(app: app) : 0, of: app)
        }
        return permission.grants(options)
    }

    func settings(of app: String, for caller: Caller) async throws -> [String: Value] {
        let configuration = await authorizations.configuration
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
            "location": .string(await location.permission(of: app).rawValue),
            "badgeCount": .uint32(UInt32(clamping: try await store.badge(app: app))),
        ]
        if let isOn = await desktop.doNotDisturb().isOn { settings["doNotDisturb"] = .boolean(isOn) }
        return settings
    }

    func setCategories(_ dictionaries: [Value], of app: String) async throws {
        let categories = try dictionaries.map { try DictionaryCoding.decode(NotificationModel.Category.self, from: $0) }
        try NotificationModel.Category.validate(categories)
        try await store.setCategories(categories, app: app)
    }

    func categories(of app: String) async throws -> [[String: Value]] {
        return try await store.categories(app: app).map { try DictionaryCoding.properties(of: $0) }
    }

    func setBadge(_ count: UInt32, of app: String) async throws {
        let permission = await authorizations.permission(of: app)
        guard permission.badge else { throw Self.badgeRefusal(app, permission) }
        try await store.setBadge(Int(count), app: app)
        await desktop.showBadge(Int(count), of: app)
    }

    private static func badgeRefusal(_ app: String, _ permission: Permission) -> Refusal {
        switch (permission.status, permission.settings.badge) {
        case (.provisional, .disabled):
            .notAuthorized(
                "\(app) may not set a badge: its authorization is provisional, so its notifications only go to the list"
            )
        case (.authorized, .notSupported), (.provisional, .notSupported):
            .notAuthorized("\(app) may not set a badge: it did not ask for badge in its first authorization request")
        default: .notAuthorized("\(app) may not set a badge: config.toml forbids it")
        }
    }

    /// Asks the running application to show its own notification settings.
    ///
    /// - Returns: Whether the application shows them; false if it does not run, or does not reply.
    /// - Throws: ``NotificationModel/Refusal`` if the application has no such settings, or no delivered notification
    ///   has the identifier.
    func openSettings(of app: String, about identifier: String) async throws -> Bool {
        guard await authorizations.permission(of: app).settings.providesAppNotificationSettings else {
            throw Refusal.invalidRequest(
                "app is \"\(app)\", which has no notification settings of its own: "
                    + "it never asked for authorization with providesAppNotificationSettings")
        }
        guard !identifier.isEmpty else { return await outbox.openSettings(of: app, about: nil) }
        guard let delivered = try await store.delivered(app: app, identifiers: [identifier]).first else {
            throw Refusal(.noSuchRequest, "app \"\(app)\" has no delivered notification \"\(identifier)\"")
        }
        return await outbox.openSettings(of: app, about: delivered.notification)
    }

    /// Logs the refusal of a call for whose result no application code waited, so that the person can find the refusal.
    func noteRefusal(_ dictionary: Value, of app: String) async throws {
        let note = try DictionaryCoding.decode(RefusalNote.self, from: dictionary)
        try note.validate()
        try await store.note(
            EventRecord(
                app: app, identifier: note.identifier, kind: .unheard, date: clock.now,
                detail: [
                    "method": .string(note.method), "error": .string(note.error),
                    "message": .string(PlainText.clean(note.message, keepingLines: false)),
                ]))
    }

    func attach(_ options: Value, to app: String, by caller: Caller) async throws {
        let options = try DictionaryCoding.decode(AttachOptions.self, from: options)
        try await outbox.attach(caller.connection, to: app, options)
        // Why: this is a task of its own, as `push` calls the application, which may reply only after `Attach` returns.
        if options.remote { Task { await push.attached(app) } }
    }

    func detach(from app: String, by caller: Caller) async { await outbox.detach(caller.connection, from: app) }
}
