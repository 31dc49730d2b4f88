// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import LegacyNotifications
import UserNotifications

extension UIApplication {
    /// Registers settings, and tells the delegate which kinds of notifications are allowed.
    func register(_ notificationSettings: UIUserNotificationSettings) {
        let types = notificationSettings.types
        registered.value = notificationSettings
        var categories: Set<UNNotificationCategory> = []
        for category in notificationSettings.categories ?? [] {
            let (modern, problems) = category.fields.modern
            if let modern { categories.insert(modern) }
            for problem in problems { legacy.report(.unscheduled(problem), about: category.identifier ?? "") }
        }
        let center = legacy.center
        center.setNotificationCategories(categories)
        guard !types.isEmpty else { return answer(with: []) }
        center.requestAuthorization(options: types.options) { [self] _, _ in
            center.getNotificationSettings { [self] in answer(with: $0.types.intersection(types)) }
        }
    }

    private nonisolated func answer(with types: UIUserNotificationType) {
        DispatchQueue.main.async { [self] in
            MainActor.assumeIsolated {
                let settings = UIUserNotificationSettings(types: types, categories: registered.value?.categories)
                delegate?.application(self, didRegister: settings)
            }
        }
    }

    /// The registered kinds of notifications that the person's settings allow, and the registered categories.
    ///
    /// In the SDKs of iOS 8 and 9, the property was a method, `currentUserNotificationSettings()`.
    public var currentUserNotificationSettings: UIUserNotificationSettings? {
        let own = registered.value
        let allowed = legacy.settings.types
        let categories =
            own.map(\.categories)
            ?? Set(legacy.categories.map { UIUserNotificationCategory(CategoryFields($0)) })
        return UIUserNotificationSettings(
            types: own.map { allowed.intersection($0.types) } ?? allowed, categories: categories)
    }
}

extension UIUserNotificationType {
    fileprivate var options: UNAuthorizationOptions {
        var options: UNAuthorizationOptions = []
        if contains(.badge) { options.insert(.badge) }
        if contains(.sound) { options.insert(.sound) }
        if contains(.alert) { options.insert(.alert) }
        return options
    }
}

extension UNNotificationSettings {
    /// The kinds of notifications that the application has asked for and may use.
    fileprivate var types: UIUserNotificationType {
        guard authorizationStatus == .authorized || authorizationStatus == .provisional else { return [] }
        var types: UIUserNotificationType = []
        if badgeSetting == .enabled { types.insert(.badge) }
        if soundSetting == .enabled { types.insert(.sound) }
        if alertSetting == .enabled { types.insert(.alert) }
        return types
    }
}
