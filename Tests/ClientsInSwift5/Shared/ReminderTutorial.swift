// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Code from the beginning of tutorials: free functions, handlers, and a single import.

import UserNotifications

func askForPermission() {
    UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .badge, .sound]) { success, error in
        if success {
            print("All set!")
        } else if let error {
            print(error.localizedDescription)
        }
    }
}

func scheduleCatFeeding() {
    let content = UNMutableNotificationContent()
    content.title = "Feed the cat"
    content.subtitle = "It looks hungry"
    content.sound = UNNotificationSound.default
    content.badge = 1
    content.badge = NSNumber(value: 2)
    content.badge = 3 as NSNumber

    let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 5, repeats: false)
    let request = UNNotificationRequest(identifier: UUID().uuidString, content: content, trigger: trigger)
    UNUserNotificationCenter.current().add(request)
}

func scheduleMorningAlarm() {
    let center = UNUserNotificationCenter.current()

    let content = UNMutableNotificationContent()
    content.title = "Late wake up call"
    content.body = "The early bird catches the worm, but the second mouse gets the cheese."
    content.categoryIdentifier = "alarm"
    content.userInfo = ["customData": "fizzbuzz"]
    content.sound = .default

    var dateComponents = DateComponents()
    dateComponents.hour = 10
    dateComponents.minute = 30
    let trigger = UNCalendarNotificationTrigger(dateMatching: dateComponents, repeats: true)

    let request = UNNotificationRequest(identifier: UUID().uuidString, content: content, trigger: trigger)
    center.add(request) { error in
        if let error = error {
            print("Error \(error.localizedDescription)")
        }
    }
    center.add(request, withCompletionHandler: nil)
    center.add(
        request,
        withCompletionHandler: { (error: Error?) in
            guard error == nil else { return }
        })
}

func scheduleWeekly(on weekday: Int, at time: Date) {
    var components = Calendar.current.dateComponents([.hour, .minute], from: time)
    components.weekday = weekday
    components.timeZone = TimeZone.current
    components.calendar = Calendar.current
    let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: true)
    if let next = trigger.nextTriggerDate() {
        print("next", next, trigger.dateComponents.hour ?? 0, trigger.repeats)
    }
}

func cancelEverything() {
    let center = UNUserNotificationCenter.current()
    center.removeAllPendingNotificationRequests()
    center.removeAllDeliveredNotifications()
    center.removePendingNotificationRequests(withIdentifiers: ["a"])
    center.removeDeliveredNotifications(withIdentifiers: ["a", "b"])
    center.setBadgeCount(0)
    center.setBadgeCount(0) { error in print(error as Any) }
}

func printAll() {
    let center = UNUserNotificationCenter.current()
    center.getPendingNotificationRequests { requests in
        for request in requests {
            print(request.identifier, request.content.title, request)
            if let trigger = request.trigger as? UNCalendarNotificationTrigger {
                print(trigger.nextTriggerDate() as Any)
            } else if let trigger = request.trigger as? UNTimeIntervalNotificationTrigger {
                print(trigger.timeInterval)
            } else if request.trigger is UNPushNotificationTrigger {
                print("push")
            }
        }
    }
    center.getPendingNotificationRequests(completionHandler: { requests in print(requests.count) })
    center.getDeliveredNotifications { notifications in
        let threads = notifications.map { $0.request.content.threadIdentifier }
        let newest = notifications.sorted { $0.date > $1.date }.first
        print(threads, newest?.request.identifier ?? "none")
    }
    center.getNotificationCategories { (categories: Set<UNNotificationCategory>) in
        print(categories.map(\.identifier))
    }
}

func checkSettings() {
    UNUserNotificationCenter.current().getNotificationSettings { settings in
        switch settings.authorizationStatus {
        case .authorized, .provisional, .ephemeral:
            print("yes", settings.alertSetting == .enabled)
        case .denied:
            print("no")
        case .notDetermined:
            askForPermission()
        @unknown default:
            break
        }
        guard settings.authorizationStatus == .authorized else { return }
        if settings.soundSetting == .enabled, settings.badgeSetting != .disabled { print(settings.alertStyle) }
    }
    UNUserNotificationCenter.current().getNotificationSettings { (settings) in
        if settings.showPreviewsSetting == .always && settings.criticalAlertSetting == .notSupported {}
    }
}
