// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// The model of a settings screen: switches that follow what the person allows.
import UIKitNotifications

class SettingsScreen {
    var alerts = false
    var sounds = false
    var badges = false

    func reload() {
        guard let settings = UIApplication.shared.currentUserNotificationSettings else { return }
        alerts = settings.types.contains(.alert)
        sounds = settings.types.contains(.sound)
        badges = settings.types.contains(.badge)
    }

    func register(_ types: UIUserNotificationType) {
        UIApplication.shared.registerUserNotificationSettings(UIUserNotificationSettings(types: types, categories: nil))
    }

    func describe() { print("alerts \(alerts), sounds \(sounds), badges \(badges)") }
}

let screen = SettingsScreen()
screen.reload()
screen.describe()
screen.register([.alert, .sound])
screen.reload()
screen.describe()
screen.register([])
screen.reload()
screen.describe()
